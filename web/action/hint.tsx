// Hints, at a table that allows them.
import { type Signal, useSignal } from '@preact/signals';
import type { Hint, LegalCommand } from '../../client/index.ts';
import type { SomeGame } from '../boards/furnish.ts';
import type { Refused } from '../choice/choice.ts';
import { confirms, prefersText } from '../lib/preferences.ts';
import type { Entered } from '../table/entry.ts';
import { commandText } from '../wording/command.ts';
import { textOf } from '../wording/said.ts';
import type { Wording } from '../wording/wording.ts';
import { RefusalText } from './outlook.tsx';
import { say } from './texts.ts';

type Answer =
  | { readonly as: 'none' | 'thinking' }
  | { readonly as: 'given'; readonly command: LegalCommand<SomeGame>; readonly version: number }
  | { readonly as: 'refused'; readonly refusal: Refused };

/** What was last asked for; every decision has its own. */
type Advice = Signal<{ readonly decision: number | null; readonly answer: Answer }>;

export function useAdvice(): Advice {
  return useSignal<Advice['value']>({ decision: null, answer: { as: 'none' } });
}

interface Props {
  readonly place: Entered;
  readonly advice: Advice;
}

function answerNow({ place: { live }, advice }: Props): Answer {
  const { decision, answer } = advice.value;
  const isOld =
    decision !== (live.choice.decision.value?.id ?? null) ||
    (answer.as === 'given' && answer.version !== live.scene.value?.version);
  return isOld ? { as: 'none' } : answer;
}

/** Shown only when it can be asked for. */
export function HintButton({ place, advice }: Props) {
  const { live } = place;
  const decision = live.choice.decision.value?.id ?? null;
  const { as } = answerNow({ place, advice });
  if (!live.facts.value.hints || live.seat.value === null || decision === null) return null;
  if (as === 'given' || as === 'thinking') return null;
  const ask = async () => {
    advice.value = { decision, answer: { as: 'thinking' } };
    const answer = answerIn(await live.hint());
    advice.value = { decision, answer };
    // Shown like a choice of one's own: on the board, and by what it leads to. Not where it would be sent at once.
    if (answerNow({ place, advice }).as === 'given' && answer.as === 'given' && confirms.peek())
      live.choice.propose(answer.command);
  };
  return (
    <button type="button" class="action-ask" title={say('hint')} onClick={() => void ask()}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M9 17C9 14 6 13 6 9A6 6 0 0 1 18 9C18 13 15 14 15 17ZM9.500 20H14.500" />
      </svg>
      <span>{say('hint')}</span>
    </button>
  );
}

export function Advised({ place, advice, wording }: Props & { readonly wording: Wording }) {
  const { live } = place;
  const now = answerNow({ place, advice });
  return (
    <div class="action-hint" role="status">
      {now.as === 'refused' ? <RefusalText refusal={now.refusal} game={live.facts.value.game} /> : null}
      {now.as === 'thinking' ? <span class="faint">{say('hint-thinking')}</span> : null}
      {now.as === 'given' ? <Given place={place} command={now.command} wording={wording} /> : null}
    </div>
  );
}

interface GivenProps {
  readonly place: Entered;
  readonly command: LegalCommand<SomeGame>;
  readonly wording: Wording;
}

function Given({ place, command, wording }: GivenProps) {
  const { choice } = place.live;
  // A board shows where; text alone has to name it.
  const { value: isText } = prefersText;
  const what = isText
    ? commandText(wording, command)
    : textOf(wording.picked(command.type, 'type', command.type));
  return (
    <>
      <span>{say('hint-would', { what })}</span>
      {choice.candidate.value === command ? null : (
        <button type="button" class="button" onClick={() => choice.propose(command)}>
          {say('hint-take')}
        </button>
      )}
    </>
  );
}

function answerIn(answer: Hint<SomeGame> | Refused): Answer {
  if ('command' in answer) return { as: 'given', command: answer.command, version: answer.version };
  return { as: 'refused', refusal: answer };
}
