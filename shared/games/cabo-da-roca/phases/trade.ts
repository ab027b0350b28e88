// CAB-13: cargo: drawing a card, refusing it, delivering.
import { z } from 'zod';
import { reject } from '../../../kernel/codes.ts';
import { shufflePile } from '../../../kernel/dealer.ts';
import { pieceOf } from '../../../kernel/pieces.ts';
import { type PlayOf, type ReadingOf, tell, tellApart } from '../../../kernel/play.ts';
import { reveal } from '../../../kernel/reveal.ts';
import type { RefusalOf } from '../../../kernel/rules.ts';
import { conceal, type Frozen } from '../../../kernel/secrecy.ts';
import { controllerOf, laidTile, portOf, shipOf } from '../board.ts';
import { type CardId, deckCards, type Laid, type TileId, type TradeCard } from '../components.ts';
import { distance } from '../geometry.ts';
import { cargoOf, refuseShip, shipsOf, unload } from '../pieces.ts';
import { commandRule, deckOf, playerAt, type Ship, type Types } from '../state.ts';
import { namedId } from '../wire.ts';
import { mustWait, payableExits } from './duties.ts';

export const load = commandRule({
  type: 'load',
  payload: z.strictObject({ shipId: namedId }),
  answers: ['actions'],

  *legal(reading, seat) {
    for (const ship of shipsOf(reading.state, seat))
      if (refuseLoading(reading, ship) === undefined) yield { type: 'load', shipId: ship.id };
  },

  refuse(reading, seat, { shipId }) {
    const refusal = refuseShip(reading, seat, shipId);
    return refusal ?? refuseLoading(reading, shipOf(reading.state, shipId));
  },

  carryOut: (play, _seat, { shipId }) => loadOn(play, shipOf(play.draft, shipId)),
});

function refuseLoading(reading: ReadingOf<Types>, ship: Frozen<Ship>): RefusalOf<Types> {
  const { state } = reading;
  if (state.shown.finalPhase) return reject('final-phase', 'CAB-16.1');
  if (!ship.docked) return reject('not-docked', 'CAB-9.4');
  if (ship.kind === 'pirate') return reject('pirate-cannot-trade', 'CAB-11.4');
  if (ship.hasCargo || (ship.loadedThisTurn && !ship.enteredPort))
    return reject('already-loaded', 'CAB-13.1');
  if (ship.enteredPort) return reject('entered-port-this-turn', 'CAB-9.1');
  if (ship.cardRefused) return reject('card-refused-this-turn', 'CAB-13.4');
  if (mustWait(reading, ship)) return reject('departure-first', 'CAB-5.7');
  if (payableExits(reading, ship).length === 0) return reject('cannot-depart', 'CAB-13.10');
  if (deckOf(state).length === 0 && state.shown.discard.length === 0) return reject('no-cards', 'CAB-13.2');
  return undefined;
}

/** CAB-13.2 */
function loadOn(play: PlayOf<Types>, ship: Ship): void {
  for (;;) {
    const cardId = turnOverCard(play);
    if (cardId === undefined) {
      ship.loadedThisTurn = true; // nothing to carry: it may depart empty
      return;
    }
    const card = play.components.tradeCardOf.get(cardId);
    if (card !== undefined) {
      takeCargo(play, ship, card);
      return;
    }
    layOutTreasure(play, cardId);
  }
}

function turnOverCard(play: PlayOf<Types>): CardId | undefined {
  const { draft } = play;
  const { shown } = draft;
  const deck = deckOf(draft);
  if (deck.length === 0 && shown.discard.length > 0) {
    shufflePile(reveal(draft.rng), 'deck', shown.discard, deckCards(play.components));
    deck.push(...shown.discard);
    shown.discard = [];
    tell(play, { type: 'deck-reshuffled', count: deck.length });
  }
  return deck.pop();
}

/** The first of its kind fixes that kind's value; later ones leave the deck without effect. */
export function layOutTreasure(play: PlayOf<Types>, cardId: CardId): void {
  const { draft, components } = play;
  const { shown } = draft;
  const treasure = components.treasureCardOf.get(cardId);
  if (treasure === undefined) throw new Error(`no card ${cardId}`);
  const { kind, value } = treasure;
  if (shown.treasureCards[kind] === null) {
    shown.treasureCards[kind] = cardId;
    tell(play, { type: 'treasure-revealed', kind, cardId, value });
  } else {
    shown.setAside.push(cardId);
    tell(play, { type: 'treasure-set-aside', cardId });
  }
}

/** CAB-13.4 */
function takeCargo(play: PlayOf<Types>, ship: Ship, card: TradeCard): void {
  const { shown, hidden } = play.draft;
  const origin = portOf(play, ship).tileId;
  const [seat, shipId, cardId] = [ship.seat, ship.id, card.id];
  if (!isUsable(play, ship, card, origin)) {
    shown.discard.push(cardId);
    ship.cardRefused = true;
    tell(play, { type: 'cargo-refused', seat, shipId, cardId });
    return;
  }
  ship.loadedThisTurn = true;
  ship.origin = origin;
  ship.hasCargo = true;
  const all = { type: 'cargo-loaded', seat, shipId, origin } as const;
  if (shown.options.hiddenCargo) {
    hidden.cargoes[shipId] = conceal(cardId);
    tellApart(play, all, seat, { ...all, cardId });
  } else {
    ship.cargo = cardId;
    tell(play, { ...all, cardId });
  }
}

/** CAB-13.3: some buyer is on the board, is not where the ship is docked, and is not controlled by its owner. */
function isUsable({ state }: ReadingOf<Types>, ship: Frozen<Ship>, card: TradeCard, here: TileId): boolean {
  for (const tileId of card.buyers) {
    const port = laidTile(state, tileId);
    if (port !== undefined && tileId !== here && controllerOf(state, port) !== ship.seat) return true;
  }
  return false;
}

/** CAB-13.5 to CAB-13.7: what a ship that has just docked delivers, if anything. */
export function deliver(play: PlayOf<Types>, ship: Ship, port: Frozen<Laid>): void {
  const { draft, state, components } = play;
  const cardId = cargoOf(state, ship);
  if (cardId === null) return;
  const card = pieceOf(components.tradeCardOf, cardId);
  const owner = controllerOf(state, port);
  if (!card.buyers.has(port.tileId) || port.tileId === ship.origin || owner === ship.seat) return;
  const from = laidTile(state, ship.origin ?? '');
  if (from === undefined) throw new Error(`${ship.id} has cargo without an origin`);
  const far = distance(from.x, from.y, port.x, port.y); // CAB-13.6
  const zone = components.zoneOf(far);
  const price = card.prices[zone - 1] ?? 0;
  const due = owner === null ? 0 : components.constants.portDue;
  unload(draft, ship);
  playerAt(draft, ship.seat).coins += price - due;
  if (owner !== null) playerAt(draft, owner).coins += due;
  tell(play, {
    type: 'cargo-delivered',
    seat: ship.seat,
    shipId: ship.id,
    cardId: card.id,
    portId: port.tileId,
    distance: far,
    zone,
    price,
    due,
    owner,
  });
}
