// DOC-11, DOC-12: playing an event tile.
import { z } from 'zod';
import { reject } from '../../../kernel/codes.ts';
import { pieceOf, takeOut } from '../../../kernel/pieces.ts';
import { type PlayOf, tell } from '../../../kernel/play.ts';
import { reveal } from '../../../kernel/reveal.ts';
import type { EventTile } from '../components.ts';
import type { EventEffect } from '../edition.ts';
import { berthAt, commandRule, playerAt, type Types } from '../state.ts';
import { namedId, quay } from '../wire.ts';
import { cargoOf, clearShip, emptyBerth, payPrimes, sendHome } from './departure.ts';
import { dockShips } from './docking.ts';
import { noteTarget } from './end.ts';
import { addTo } from './movement.ts';

export const playEvent = commandRule({
  type: 'play-event',
  payload: z.strictObject({ event: namedId, quay }),
  answers: ['before-relation', 'after-relation'],

  /** Every tile the seat owns on every ship that has none yet. */
  *legal({ state }, seat) {
    if (state.shown.turn.eventPlayed) return;
    for (const event of playerAt(state, seat).events) {
      for (const berth of state.shown.quays) {
        if (berth.shipId !== null && berth.event === null)
          yield { type: 'play-event', event, quay: berth.quay };
      }
    }
  },

  refuse({ state }, seat, { event, quay }) {
    if (!playerAt(state, seat).events.includes(event)) return reject('event-not-owned', 'DOC-4.3');
    if (state.shown.turn.eventPlayed) return reject('event-already-played', 'DOC-4.3');
    const berth = berthAt(state.shown, quay);
    if (berth.shipId === null) return reject('quay-empty', 'DOC-11.1');
    if (berth.event !== null) return reject('ship-has-event', 'DOC-11.2');
    return undefined;
  },

  carryOut(play, seat, { event, quay }) {
    const { components, draft } = play;
    const tile = pieceOf(components.tileOf, event);
    const { id: eventId, kind } = tile;
    takeOut(playerAt(draft, seat).events, [eventId]);
    draft.shown.turn.eventPlayed = true;
    const berth = berthAt(draft.shown, quay);
    berth.event = { id: eventId, kind, seat }; // DOC-11.3
    const [shipId] = cargoOf(berth);
    tell(play, { type: 'event-played', seat, eventId, kind, quay, shipId });
    takeEffect(play, tile, quay);
    dockShips(play); // DOC-9.4
  },
});

function takeEffect(play: PlayOf<Types>, tile: EventTile, quay: number): void {
  const { effect } = tile;
  switch (effect.type) {
    case 'prime-modifier':
    case 'exclusive-assignment':
    case 'primes-to-owner':
      break; // They are in effect as long as the tile is there.
    case 'remove-porters':
      mutiny(play, tile, effect.count, quay);
      break;
    case 'depart-now':
      payPrimes(play, quay); // DOC-12.6, and no commission: DOC-7.8
      clearShip(play, quay, 'shortage');
      break;
    case 'remove-ship':
      removeShip(play, tile, effect, quay);
      break;
    case 'collect':
      collect(play, effect, quay);
  }
}

/** DOC-12.5 */
function mutiny(play: PlayOf<Types>, { cause }: EventTile, count: number, quay: number): void {
  const { draft } = play;
  const { activeSeat } = draft.shown;
  const { porters } = berthAt(draft.shown, quay);
  const counts = porters.map((aboard, seat) => (seat === activeSeat ? 0 : Math.min(count, aboard)));
  if (counts.every((returned) => returned === 0)) return;
  for (const [seat, returned] of counts.entries()) {
    addTo(porters, seat, -returned);
    playerAt(draft, seat).reserve += returned;
  }
  tell(play, { type: 'porters-returned', quay, counts, cause });
}

type Removal = Extract<EventEffect, { type: 'remove-ship' }>;

/** DOC-12.7, DOC-12.8, DOC-12.9 */
function removeShip(
  play: PlayOf<Types>,
  { id: eventId, cause }: EventTile,
  effect: Removal,
  quay: number,
): void {
  const { shown, hidden } = play.draft;
  const berth = berthAt(shown, quay);
  sendHome(play, quay, cause);
  const [shipId, goods] = cargoOf(berth);
  const { ship: shipTo } = effect;
  const goodsTo = effect.goods === 'removed' ? 'removed' : 'pile';
  const eventTo = effect.tile === 'removed' ? 'removed' : 'discard';
  (shipTo === 'removed' ? shown.removedShips : shown.shipDiscard).push(shipId);
  (goodsTo === 'removed' ? shown.removedGoods : reveal(hidden.goodsPile)).push(goods);
  (eventTo === 'removed' ? shown.removedEvents : shown.eventDiscard).push(eventId);
  emptyBerth(berth);
  tell(play, { type: 'ship-removed', quay, shipId, cause, shipTo, goods, goodsTo, eventId, eventTo });
}

type Collection = Extract<EventEffect, { type: 'collect' }>;

/** DOC-12.10 */
function collect(play: PlayOf<Types>, { gainCap }: Collection, quay: number): void {
  const { draft } = play;
  const { activeSeat: seat, players } = draft.shown;
  const { value } = berthAt(draft.shown, quay);
  let collected = 0;
  const losses = players.map((player) => {
    const loss = player.seat === seat ? 0 : Math.min(value, player.primes);
    player.primes -= loss;
    collected += loss;
    return loss;
  });
  const gained = gainCap === null ? value : Math.min(value, collected);
  playerAt(draft, seat).primes += gained;
  tell(play, { type: 'primes-claimed', seat, gained, losses });
  noteTarget(play);
}
