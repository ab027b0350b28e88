// «Why not?»: a touch on a piece that cannot be chosen is answered with the sentence and the rule.
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { kindsIn, triesWith } from '../choice/why-not.ts';
import type { Entered } from '../table/entry.ts';
import { say } from './texts.ts';

const PIECES = '.table-board .piece, .table-own .piece';

/** Listens to the whole table: any other touch takes the answer away. */
export function useWhyNot(table: RefObject<HTMLElement | null>, place: Entered): void {
  useEffect(() => {
    const { current } = table;
    if (current === null) return;
    const kinds = kindsIn(place.catalogue);
    const answer = ({ target }: MouseEvent) => {
      const piece = target instanceof Element ? target.closest<HTMLElement>(PIECES) : null;
      if (piece === null || piece.dataset['can'] !== undefined) place.live.choice.hush();
      else explain(place, piece, kinds);
    };
    current.addEventListener('click', answer);
    return () => current.removeEventListener('click', answer);
  }, [place]);
}

function explain(
  { live, playback, teller }: Entered,
  piece: HTMLElement,
  kinds: ReadonlyMap<string, string>,
): void {
  const { choice } = live;
  if (live.seat.value === null || !playback.isNow.value || live.facts.value.status !== 'playing') return;
  const { value: decision } = choice.decision;
  if (decision === null) {
    void choice.explain([], say('why-turn'));
    return;
  }
  const id = piece.dataset['of'] ?? piece.dataset['piece'] ?? '';
  const { commands } = choice.legal.value;
  const tries = triesWith([...choice.fitting.value, ...commands], id, (one) => kinds.get(one));
  void choice.explain(
    tries,
    say('why-asked', { what: teller.book.decisions[decision.kind] ?? decision.kind }),
  );
}
