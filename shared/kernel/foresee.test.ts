// A command is foreseen up to the first fact that its seat does not know; the views of that moment are shown.
import { describe, expect, test } from '@jest/globals';
import { drawLot } from './dealer.ts';
import { ask, closeDecision } from './decisions.ts';
import { type Attempt, foresee } from './foresee.ts';
import type { DraftOf, GameTypes, PlayOf } from './play.ts';
import { reveal } from './reveal.ts';
import { createRng } from './rng.ts';
import { conceal, type Hidden } from './secrecy.ts';

/** A deck whose top card lies open; seat 0 has a card that only it sees. */
interface Types extends GameTypes {
  Kind: 'turn' | 'reply';
  Shown: { phase: string; top: string; taken: string[] };
  Secret: { deck: Hidden<string[]>; card: Hidden<string>; spare: Hidden<string> };
  SeatView: { card: string };
  Memo: undefined;
}

function foreseen(carryOut: Attempt<Types>['carryOut']) {
  const draft: DraftOf<Types> = {
    version: 1,
    open: [{ id: 0, seat: 0, kind: 'turn' }],
    rng: conceal(createRng('0'.repeat(32))),
    shown: { phase: 'turn', top: 'c', taken: [] },
    hidden: { deck: conceal(['a', 'b', 'c']), card: conceal('d'), spare: conceal('e') },
  };
  const playOn = (on: DraftOf<Types>): PlayOf<Types> => ({
    components: { name: 'toy' },
    state: on as unknown as PlayOf<Types>['state'],
    draft: on,
    memo: undefined,
    news: [],
  });
  return foresee<Types>({
    draft,
    seat: 0,
    own: { card: 'd' },
    playOn,
    carryOut(play) {
      closeDecision(play.draft, 0);
      carryOut(play);
    },
    derive({ draft: { open, shown, hidden } }) {
      shown.phase = open[0]?.kind ?? 'finished';
      shown.top = reveal(hidden.deck).at(-1) ?? '';
    },
    seatView: ({ hidden }) => ({ card: reveal(hidden.card) }),
  });
}

const take = ({ shown, hidden }: DraftOf<Types>) => shown.taken.push(reveal(hidden.deck).pop() ?? '');

describe('foresee', () => {
  test('facts that the views read are known: the open card, and its own', () => {
    const { stop, play, own } = foreseen(({ draft }) => {
      draft.shown.taken.push(reveal(draft.hidden.deck).at(-1) ?? '', reveal(draft.hidden.card));
    });
    expect(stop).toBeNull();
    expect(play.state.shown).toEqual({ phase: 'finished', top: 'c', taken: ['c', 'd'] });
    expect(own).toEqual({ card: 'd' });
  });

  test('stops where the next open card would have to be shown', () => {
    const { stop, play } = foreseen(({ draft }) => {
      take(draft);
      ask(draft, 0, 'reply');
    });
    expect(stop).toBe('hidden');
    expect(play.state.shown).toEqual({ phase: 'reply', top: 'c', taken: ['c'] });
  });

  test('stopped halfway, no seat is asked, and it is still the moment of the command', () => {
    const { stop, play } = foreseen(({ draft }) => {
      take(draft);
      take(draft);
    });
    expect(stop).toBe('hidden');
    expect(play.state.open).toEqual([]);
    expect(play.state.shown).toEqual({ phase: 'turn', top: 'c', taken: ['c'] });
  });

  test('stopped after a question, that question is the moment', () => {
    const { stop, play } = foreseen(({ draft }) => {
      ask(draft, 1, 'reply');
      reveal(draft.hidden.spare);
    });
    expect(stop).toBe('hidden');
    expect(play.state.open).toEqual([{ id: 9, seat: 1, kind: 'reply' }]);
    expect(play.state.shown.phase).toBe('reply');
  });

  test('stops at the first random number', () => {
    expect(foreseen(({ draft }) => drawLot(reveal(draft.rng), 'lot', 2)).stop).toBe('chance');
  });

  test('if its own view would show an unknown fact, it keeps the previous view', () => {
    const { stop, own } = foreseen(({ draft }) => {
      draft.hidden.card = draft.hidden.spare;
    });
    expect(stop).toBe('hidden');
    expect(own).toEqual({ card: 'd' });
  });

  test('facts that it will know are shown', () => {
    const { stop, own } = foreseen(({ draft }) => {
      draft.hidden.card = conceal(draft.shown.top);
    });
    expect(stop).toBeNull();
    expect(own).toEqual({ card: 'c' });
  });
});
