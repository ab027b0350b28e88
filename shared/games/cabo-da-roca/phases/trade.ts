// Cargo: drawing a card, refusing it, delivering (CAB-13).
import { reveal } from '../../../kernel/reveal.ts';
import { conceal, type Frozen } from '../../../kernel/secrecy.ts';
import type { TradeCard } from '../components.ts';
import { distance, type Laid } from '../geometry.ts';
import {
  cargoOf,
  controllerOf,
  hasCargo,
  laidAt,
  laidTile,
  type Play,
  type Scene,
  shipOf,
  shufflePile,
  tell,
  unload,
  type Verdict,
} from '../play.ts';
import type { Ship } from '../state.ts';
import { type Acting, isObliged, payableExits } from './duties.ts';

export function judgeLoad(scene: Acting, ship: Frozen<Ship>): Verdict {
  const { state } = scene;
  if (state.finalPhase) return 'final-phase'; // CAB-16.1
  if (!ship.docked) return 'not-docked';
  if (ship.kind === 'pirate') return 'pirate-cannot-trade'; // CAB-11.4
  if (hasCargo(ship) || (ship.loadedThisTurn && !ship.enteredPort)) return 'already-loaded';
  if (ship.enteredPort) return 'entered-port-this-turn';
  if (ship.cardRefused) return 'card-refused-this-turn';
  if (scene.duties.length > 0 && !isObliged(scene, ship)) return 'departure-first';
  if (payableExits(scene, ship).length === 0) return 'cannot-depart'; // CAB-13.10
  if (state.deck.count === 0 && state.discard.length === 0) return 'no-cards';
  const shipId = ship.id;
  return (play) => load(play, shipOf(play, shipId));
}

/** CAB-13.2 */
function load(play: Play, ship: Ship): void {
  for (;;) {
    const cardId = turnOverCard(play);
    if (cardId === undefined) {
      ship.loadedThisTurn = true; // nothing to carry: it may depart empty
      return;
    }
    const card = play.parts.tradeCard(cardId);
    if (card !== undefined) {
      takeCargo(play, ship, card);
      return;
    }
    layOutTreasure(play, cardId);
  }
}

function turnOverCard(play: Play): string | undefined {
  const { state } = play;
  const deck = reveal(state.deck.ids);
  if (deck.length === 0 && state.discard.length > 0) {
    deck.push(...state.discard);
    state.discard.length = 0;
    shufflePile(play, deck);
    tell(play, { type: 'deck-reshuffled', count: deck.length });
  }
  const cardId = deck.pop();
  state.deck.count = deck.length;
  return cardId;
}

/** The first of its kind fixes that kind's value; later ones leave the deck without effect. */
export function layOutTreasure(play: Play, cardId: string): void {
  const { state, parts } = play;
  const treasure = parts.treasureCard(cardId);
  if (treasure === undefined) throw new Error(`no card ${cardId}`);
  const { kind, value } = treasure;
  if (state.treasureCards[kind] === null) {
    state.treasureCards[kind] = cardId;
    tell(play, { type: 'treasure-revealed', kind, cardId, value });
  } else {
    state.setAside.push(cardId);
    tell(play, { type: 'treasure-set-aside', cardId });
  }
}

/** CAB-13.4 */
function takeCargo(play: Play, ship: Ship, card: TradeCard): void {
  const { state } = play;
  const port = laidAt(play, ship.x, ship.y) as Frozen<Laid>;
  const [seat, shipId, cardId, origin] = [ship.seat, ship.id, card.id, port.tileId];
  if (!isUsable(play, ship, card, origin)) {
    state.discard.push(cardId);
    ship.cardRefused = true;
    tell(play, { type: 'cargo-refused', seat, shipId, cardId });
    return;
  }
  ship.loadedThisTurn = true;
  ship.origin = origin;
  if (state.options.hiddenCargo) {
    ship.secretCargo = conceal(cardId);
    play.news.push({
      all: { type: 'cargo-loaded', seat, shipId, origin },
      only: [{ seat, event: { type: 'cargo-loaded', seat, shipId, cardId, origin } }],
    });
  } else {
    ship.cargo = cardId;
    tell(play, { type: 'cargo-loaded', seat, shipId, cardId, origin });
  }
}

/** CAB-13.3: some buyer is laid, is not where the ship lies, and is not held by its owner. */
function isUsable({ state }: Scene, ship: Frozen<Ship>, card: TradeCard, here: string): boolean {
  for (const tileId of card.buyers) {
    const port = laidTile(state, tileId);
    if (port !== undefined && tileId !== here && controllerOf(state, port) !== ship.seat) return true;
  }
  return false;
}

/** CAB-13.5 to CAB-13.7: what a ship that has just docked delivers, if anything. */
export function deliver(play: Play, ship: Ship, port: Frozen<Laid>): void {
  const { state, parts } = play;
  const cardId = cargoOf(ship);
  const card = cardId === null ? undefined : parts.tradeCard(cardId);
  const owner = controllerOf(state, port);
  const isBuyer = card?.buyers.has(port.tileId) === true && port.tileId !== ship.origin;
  if (card === undefined || !isBuyer || owner === ship.seat) return;
  const from = laidTile(state, ship.origin ?? '');
  if (from === undefined) throw new Error(`${ship.id} has cargo without an origin`);
  const far = distance(from.x, from.y, port.x, port.y); // CAB-13.6
  const zone = parts.zoneOf(far);
  const price = card.prices[zone - 1] ?? 0;
  const due = owner === null ? 0 : parts.constants.portDue;
  unload(play, ship);
  const seller = state.players[ship.seat];
  const holder = owner === null ? undefined : state.players[owner];
  if (seller !== undefined) seller.coins += price - due;
  if (holder !== undefined) holder.coins += due;
  tell(play, {
    type: 'cargo-delivered',
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
