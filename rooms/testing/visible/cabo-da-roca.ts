// Cabo da Roca's secrets matrix (section 3 of its rules).
import { caboDaRoca } from '../../../shared/games/cabo-da-roca/index.ts';
import { reveal } from '../../../shared/kernel/reveal.ts';
import { oracleOf } from './secrets.ts';

export const caboDaRocaSecrets = oracleOf({
  family: caboDaRoca,
  edition: caboDaRoca.builtIn,
  options: () => [{ hiddenCargo: true, finalRounds: 2 }, { finalRounds: 2 }],
  fallbackTells: false,
  pieces: ({ tiles, tradeCards, treasureCards }) =>
    [...tiles, ...tradeCards, ...treasureCards].map(({ id }) => id),
  *visibleIds(state, viewer) {
    for (const { tileId } of state.board) yield tileId;
    if (state.drawnTile !== null) yield state.drawnTile;
    yield* state.removedTiles;
    yield* state.discard;
    yield* state.setAside;
    yield* state.cardsTurned;
    const { island, wreck } = state.treasureCards;
    for (const card of [island, wreck]) if (card !== null) yield card;
    for (const { homePort } of state.players) if (homePort !== null) yield homePort;
    const isOver = state.open.length === 0;
    for (const { seat, cargo, secretCargo } of state.ships) {
      if (cargo !== null) yield cargo;
      if (secretCargo !== null && (seat === viewer || isOver)) yield reveal(secretCargo);
    }
  },
  // CAB-4.5: tiles that fit nowhere are turned up and go back; the stack's top is its last.
  *shownBy(before, _entry, after) {
    const stack = reveal(before.stack.ids);
    const drawn = after.drawnTile === null ? -1 : stack.indexOf(after.drawnTile);
    if (drawn >= 0) yield* stack.slice(drawn + 1);
    // CAB-4.6: nothing of the whole stack fitted, so all of it was seen, and shuffled.
    else if (reveal(after.stack.ids).some((id, index) => id !== stack[index])) yield* stack;
  },
});
