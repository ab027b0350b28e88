// Playing an event tile (DOC-11, DOC-12).
import { reveal } from '../../../kernel/reveal.ts';
import type { Seat } from '../../../kernel/seat.ts';
import { type Refusal, refuse, refuseBy } from '../codes.ts';
import type { CommandOf } from '../commands.ts';
import { type Components, type EventTile, known } from '../components.ts';
import type { EventEffect } from '../edition-schema.ts';
import { shipValue } from '../harbour.ts';
import { beginPlay, done, type Judged, type Play, tell } from '../play.ts';
import { berthAt, playerAt, type Reading } from '../state.ts';
import { cargoOf, clearShip, emptyBerth, noteTarget, payPrimes, sendHome } from './departure.ts';
import { dockShips } from './docking.ts';
import { addTo } from './movement.ts';

function eventObstacle(
  state: Reading,
  seat: Seat,
  { event, quay }: CommandOf<'play-event'>,
): Refusal | undefined {
  if (!playerAt(state, seat).events.includes(event)) return refuse('event-not-owned'); // DOC-4.3
  if (state.turn.eventPlayed) return refuse('event-already-played'); // DOC-4.3
  const berth = berthAt(state, quay);
  if (berth.shipId === null) return refuseBy('DOC-11.1', 'quay-empty');
  return berth.event === null ? undefined : refuse('ship-has-event'); // DOC-11.2
}

export function playEvent(
  c: Components,
  state: Reading,
  seat: Seat,
  command: CommandOf<'play-event'>,
): Judged {
  const obstacle = eventObstacle(state, seat, command);
  if (obstacle !== undefined) return obstacle;
  const play = beginPlay(c, state, seat);
  const { draft } = play;
  const { quay } = command;
  const tile = known(c.tileOf, command.event);
  const { events } = playerAt(draft, seat);
  events.splice(events.indexOf(tile.id), 1);
  draft.turn.eventPlayed = true;
  const berth = berthAt(draft, quay);
  berth.event = { id: tile.id, seat }; // DOC-11.3
  const [shipId] = cargoOf(berth);
  tell(play, { type: 'event-played', seat, eventId: tile.id, kind: tile.kind, quay, shipId });
  takeEffect(play, tile, quay);
  dockShips(play); // DOC-9.4
  return done(play);
}

function takeEffect(play: Play, tile: EventTile, quay: number): void {
  const { effect } = tile;
  switch (effect.type) {
    case 'prime-modifier':
    case 'exclusive-assignment':
    case 'primes-to-owner':
      break; // They act as long as the tile lies there.
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
      break;
  }
}

// DOC-12.5
function mutiny(play: Play, { cause }: EventTile, count: number, quay: number): void {
  const { draft } = play;
  const { porters } = berthAt(draft, quay);
  const counts = porters.map((aboard, seat) => (seat === draft.activeSeat ? 0 : Math.min(count, aboard)));
  if (counts.every((returned) => returned === 0)) return;
  for (const [seat, returned] of counts.entries()) {
    addTo(porters, seat, -returned);
    addTo(draft.reserves, seat, returned);
  }
  tell(play, { type: 'porters-returned', quay, counts, cause });
}

type Removal = Extract<EventEffect, { type: 'remove-ship' }>;

// DOC-12.7, DOC-12.8, DOC-12.9
function removeShip(play: Play, { id: eventId, cause }: EventTile, effect: Removal, quay: number): void {
  const { draft } = play;
  const berth = berthAt(draft, quay);
  sendHome(play, quay, cause);
  const [shipId, goods] = cargoOf(berth);
  const { ship: shipTo } = effect;
  const goodsTo = effect.goods === 'removed' ? 'removed' : 'pile';
  const eventTo = effect.tile === 'removed' ? 'removed' : 'discard';
  (shipTo === 'removed' ? draft.removedShips : draft.shipDiscard).push(shipId);
  (goodsTo === 'removed' ? draft.removedGoods : reveal(draft.goodsPile)).push(goods);
  (eventTo === 'removed' ? draft.removedEvents : draft.eventDiscard).push(eventId);
  emptyBerth(berth);
  tell(play, { type: 'ship-removed', quay, shipId, cause, shipTo, goods, goodsTo, eventId, eventTo });
}

type Collection = Extract<EventEffect, { type: 'collect' }>;

// DOC-12.10
function collect(play: Play, { gainCap }: Collection, quay: number): void {
  const { c, draft } = play;
  const seat = draft.activeSeat;
  const value = shipValue(c, berthAt(draft, quay));
  let collected = 0;
  const losses = draft.players.map((player, other) => {
    const loss = other === seat ? 0 : Math.min(value, player.primes);
    player.primes -= loss;
    collected += loss;
    return loss;
  });
  const gained = gainCap === null ? value : Math.min(value, collected);
  playerAt(draft, seat).primes += gained;
  tell(play, { type: 'primes-claimed', seat, gained, losses });
  noteTarget(play);
}

/** Every tile the seat owns on every ship that has none yet. */
export function* eventPlays(state: Reading, seat: Seat): Generator<CommandOf<'play-event'>> {
  if (state.turn.eventPlayed) return;
  for (const event of playerAt(state, seat).events) {
    for (const [index, berth] of state.berths.entries()) {
      if (berth.shipId !== null && berth.event === null) yield { type: 'play-event', event, quay: index + 1 };
    }
  }
}
