// A hidden half that one seat cannot distinguish from the real one: the facts it knows, the rest random.

import type { SightOf } from '../../kernel/play.ts';
import { shuffled } from '../../kernel/rng.ts';
import { conceal } from '../../kernel/secrecy.ts';
import type { CardId, TileId } from './components.ts';
import type { Secret, Ship, Types } from './state.ts';

export function imagine(sight: SightOf<Types>): Secret {
  const tiles = shuffled(sight.luck, unseenTiles(sight));
  const cards = shuffled(sight.luck, unseenCards(sight));
  return dealt(sight, tiles, cards);
}

/** For bots that use no hidden fact: everything is in edition order. */
export function unshuffled(sight: SightOf<Types>): Secret {
  return dealt(sight, unseenTiles(sight), unseenCards(sight));
}

function unseenTiles({ components, all }: SightOf<Types>): TileId[] {
  const seen = new Set<TileId | null>([
    ...all.board.map(({ tileId }) => tileId),
    ...all.removedTiles,
    all.drawnTile,
    ...all.seats.map(({ homePort }) => homePort),
  ]);
  return components.tiles.map(({ id }) => id).filter((id) => !seen.has(id));
}

function unseenCards({ components, all, own }: SightOf<Types>): CardId[] {
  const seen = new Set<CardId | null>([
    ...all.discard,
    ...all.setAside,
    ...all.cardsTurned,
    all.treasureCards.island,
    all.treasureCards.wreck,
    ...all.ships.map(({ cargo }) => cargo),
    ...own.cargoes.map(({ cardId }) => cardId),
  ]);
  return [...components.tradeCards, ...components.treasureCards]
    .map(({ id }) => id)
    .filter((id) => !seen.has(id));
}

/** The cargoes of others are taken from the cards; the rest is the deck. The top of both piles is the last. */
function dealt(sight: SightOf<Types>, tiles: TileId[], cards: CardId[]): Secret {
  const { all, own } = sight;
  const cargoes: Secret['cargoes'] = {};
  for (const ship of all.ships) {
    if (!ship.hasCargo || ship.cargo !== null) continue;
    const known = own.cargoes.find(({ shipId }) => shipId === ship.id)?.cardId;
    cargoes[ship.id] = conceal(known ?? takeCargo(sight, ship, cards));
  }
  return { stack: conceal(tiles), deck: conceal(cards), cargoes };
}

/** A card that may have been usable where it was loaded (CAB-13.3): another port on the board buys it. */
function takeCargo(
  { components, all }: SightOf<Types>,
  ship: Pick<Ship, 'id' | 'origin'>,
  cards: CardId[],
): CardId {
  const isBought = (id: CardId) => {
    const buyers = components.tradeCardOf.get(id)?.buyers;
    return (
      buyers !== undefined && all.board.some(({ tileId }) => tileId !== ship.origin && buyers.has(tileId))
    );
  };
  const plausible = cards.findIndex(isBought);
  const index = plausible >= 0 ? plausible : cards.findIndex((id) => components.tradeCardOf.has(id));
  const [card] = cards.splice(index, 1);
  if (card === undefined) throw new Error(`no card is left for ${ship.id}`);
  return card;
}
