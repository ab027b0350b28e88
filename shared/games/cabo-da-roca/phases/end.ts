// CAB-18: the final scoring is carried out and announced.

import { type PlayOf, tell } from '../../../kernel/play.ts';
import { cargoOf } from '../pieces.ts';
import { finalOf, unknownTreasures } from '../score.ts';
import { deckOf, type Types } from '../state.ts';
import type { EndReason } from '../wire.ts';
import { returnDrawnTile } from './laying.ts';
import { layOutTreasure } from './trade.ts';

export function endGame(play: PlayOf<Types>, reason: EndReason): void {
  const { draft, state } = play;
  const { shown, hidden } = draft;
  returnDrawnTile(play); // CAB-17.6
  if (reason !== 'target') turnOverTreasures(play); // CAB-17.1: no final scoring there
  draft.open = [];
  for (const ship of shown.ships) ship.cargo = cargoOf(state, ship);
  hidden.cargoes = {};
  shown.result = finalOf(play, reason);
  const { winner, ranking, scores } = shown.result;
  tell(play, {
    type: 'game-ended',
    reason,
    winner,
    ranking: [...ranking],
    scores: scores.map((score) => ({ ...score })),
    cardsTurned: [...shown.cardsTurned],
  });
}

/** CAB-18.1 */
function turnOverTreasures(play: PlayOf<Types>): void {
  const { draft, components } = play;
  const deck = deckOf(draft);
  while (deck.length > 0 && unknownTreasures(play).length > 0) {
    const cardId = deck.pop() as string;
    const kind = components.treasureCardOf.get(cardId)?.kind;
    if (kind !== undefined && unknownTreasures(play).includes(kind)) layOutTreasure(play, cardId);
    else draft.shown.cardsTurned.push(cardId);
  }
}
