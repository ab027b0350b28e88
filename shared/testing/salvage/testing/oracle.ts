// Who may see what (section 2 of the rules), stated without using the game's own views.
import { reveal } from '../../../kernel/reveal.ts';
import { oracleOf } from '../../../testing/oracle.ts';
import { salvage } from '../index.ts';

export const oracle = oracleOf({
  family: salvage,
  edition: salvage.builtIn,
  options: (seats) => [{}, { rounds: 24 / seats }],
  fallbackTells: true,
  pieces: ({ tugs, wrecks }) => [...tugs.keys(), ...wrecks.keys()],
  *visibleIds({ shown, hidden }, viewer) {
    yield* shown.spent;
    yield* shown.inSight;
    for (const { seat, salvaged } of shown.players) {
      yield* salvaged;
      if (seat !== viewer) continue;
      yield* hidden.hands.slice(seat, seat + 1).flatMap(reveal);
      yield* hidden.sent.slice(seat, seat + 1).flatMap((tug) => reveal(tug) ?? []);
    }
  },
  // Everything revealed stays visible.
  shownBy: () => [],
});
