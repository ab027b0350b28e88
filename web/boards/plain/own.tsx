// What a seat holds, as cards; and the answers that no component stands for.
import { useMemo } from 'preact/hooks';
import { Steps } from '../../action/steps.tsx';
import { isNothing } from '../../wording/said.ts';
import { PieceFrame } from '../parts/piece-frame.tsx';
import { Drawn } from './drawn.tsx';
import { panelsOf } from './panels.ts';
import { type PlainProps, say, useSight } from './sight.ts';

export function Own(props: PlainProps) {
  const sight = useSight(props);
  const { own, wording, choice, pieces } = sight;
  const fields = useMemo(() => (own === null ? [] : wording.view('seatView', own)), [wording, own]);
  const panels = panelsOf(fields.filter(({ said }) => !isNothing(said, wording.nothing)));
  const isShown = (option: unknown) => typeof option === 'string' && pieces.has(option);
  const hasMore =
    choice !== null &&
    choice.decision.value !== null &&
    choice.steps.value.some(({ path, options }) => path !== 'type' && !options.every(isShown));
  return (
    <PieceFrame>
      <div class="pln-own">
        {panels.map((panel) => (
          <Drawn key={panel.field} sight={sight} panel={panel} />
        ))}
        {hasMore ? (
          <section class="pln-answers" aria-label={say('answers')}>
            <Steps choice={choice} wording={wording} isShown={isShown} />
          </section>
        ) : null}
      </div>
    </PieceFrame>
  );
}
