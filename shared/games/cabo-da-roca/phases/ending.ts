// The final scoring is carried out and told (CAB-18).
import { reveal } from '../../../kernel/reveal.ts';
import type { EndReason } from '../events.ts';
import { type Play, tell } from '../play.ts';
import { finalOf, unknownTreasures } from '../score.ts';
import { returnDrawnTile } from './laying.ts';
import { layOutTreasure } from './trade.ts';

export function finish(play: Play, reason: EndReason): void {
  const { state } = play;
  returnDrawnTile(play); // CAB-17.6
  if (reason !== 'target') turnOverTreasures(play); // CAB-17.1: no final scoring there
  state.phase = 'finished';
  state.open = [];
  for (const ship of state.ships) {
    if (ship.secretCargo === null) continue;
    ship.cargo = reveal(ship.secretCargo);
    ship.secretCargo = null;
  }
  state.result = finalOf(play, reason);
  const { winner, ranking, scores } = state.result;
  tell(play, {
    type: 'game-ended',
    reason,
    winner,
    ranking: [...ranking],
    scores: scores.map((score) => ({ ...score })),
    cardsTurned: [...state.cardsTurned],
  });
}

/** CAB-18.1 */
function turnOverTreasures(play: Play): void {
  const { state, parts } = play;
  const deck = reveal(state.deck.ids);
  while (deck.length > 0 && unknownTreasures(play).length > 0) {
    const cardId = deck.pop() as string;
    const kind = parts.treasureCard(cardId)?.kind;
    if (kind !== undefined && unknownTreasures(play).includes(kind)) layOutTreasure(play, cardId);
    else state.cardsTurned.push(cardId);
  }
  state.deck.count = deck.length;
}
