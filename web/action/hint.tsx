// Hints, at a table that allows them.
import { useSignal } from '@preact/signals';
import type { Hint, LegalCommand } from '../../client/index.ts';
import type { SomeGame } from '../boards/furnish.ts';
import type { Refused } from '../choice/choice.ts';
import type { Entered } from '../table/entry.ts';
import { commandText } from '../wording/command.ts';
import type { Wording } from '../wording/wording.ts';
import { RefusalText } from './outlook.tsx';
import { say } from './texts.ts';

interface Props {
  readonly place: Entered;
  readonly wording: Wording;
}

type Advice =
  | { readonly as: 'none' | 'thinking' }
  | { readonly as: 'given'; readonly command: LegalCommand<SomeGame>; readonly version: number }
  | { readonly as: 'refused'; readonly refusal: Refused };

/** Shown only when it can be requested. */
export function Advised({ place, wording }: Props) {
  const { live } = place;
  const decision = live.choice.decision.value?.id ?? null;
  if (!live.facts.value.hints || live.seat.value === null || decision === null) return null;
  // Every decision has its own hint.
  return <Advice key={decision} place={place} wording={wording} />;
}

function Advice({ place, wording }: Props) {
  const { live } = place;
  const advice = useSignal<Advice>({ as: 'none' });
  const ask = async () => {
    advice.value = { as: 'thinking' };
    advice.value = adviceIn(await live.hint());
  };
  const { value: now } = advice;
  const isOld = now.as === 'given' && now.version !== live.scene.value?.version;
  if (now.as === 'given' && !isOld)
    return (
      <p class="action-hint" role="status">
        {say('hint-would', { what: commandText(wording, now.command) })}{' '}
        <button type="button" class="button" onClick={() => live.choice.propose(now.command)}>
          {say('hint-take')}
        </button>
      </p>
    );
  return (
    <div class="action-hint" role="status">
      {now.as === 'refused' ? <RefusalText refusal={now.refusal} game={live.facts.value.game} /> : null}
      {now.as === 'thinking' ? (
        <span class="faint">{say('hint-thinking')}</span>
      ) : (
        <button type="button" class="button" onClick={() => void ask()}>
          {say('hint')}
        </button>
      )}
    </div>
  );
}

function adviceIn(answer: Hint<SomeGame> | Refused): Advice {
  if ('command' in answer) return { as: 'given', command: answer.command, version: answer.version };
  return { as: 'refused', refusal: answer };
}
