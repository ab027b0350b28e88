// Builders that make tests readable: a table in a given position, and short names for moves.
import { ask } from '../../kernel/decisions.ts';
import type { News } from '../../kernel/game.ts';
import { createRng } from '../../kernel/rng.ts';
import { clockwise, type Seat, seatsFrom } from '../../kernel/seat.ts';
import { conceal } from '../../kernel/secrecy.ts';
import type { Command, Target } from './commands.ts';
import { type Components, parseEdition } from './components.ts';
import builtIn from './edition.json' with { type: 'json' };
import type { Event } from './events.ts';
import { QUAYS } from './harbour.ts';
import { violations } from './invariants.ts';
import type { Options } from './options.ts';
import { freshTurn } from './phases/turn.ts';
import { apply } from './rules.ts';
import type { Berth, Player, State } from './state.ts';

export interface QuaySetting {
  ship?: string;
  goods?: string;
  porters?: number[];
  event?: { id: string; seat: Seat };
}

/** What matters in a position; everything else is filled in so that nothing is missing. */
export interface Setting {
  seats?: number;
  options?: Partial<Options>;
  /** Whose turn it is; the first of the round unless `turnsPlayed` says otherwise. */
  active?: Seat;
  turnsPlayed?: number;
  slate?: Seat;
  slateUsed?: boolean;
  primes?: number[];
  /** `null`: no ship there. */
  quays?: Record<number, QuaySetting | null>;
  /** Relations in hand, by seat; the others are played. */
  hands?: Record<Seat, string[]>;
  tiles?: Record<Seat, string[]>;
  goods?: Record<Seat, string>;
  /** Ships in the pile, top first; those not named are in the discard. */
  shipPile?: string[];
  /** Goods in the pile, top first; those not named are out of the game. */
  goodsPile?: string[];
  eventPile?: string[];
  /** Only with `eventPile`; the other tiles are out of the game. */
  eventDiscard?: string[];
  relationPlayed?: string;
  /** Of the generator, for what is shuffled later. */
  seed?: string;
  auctionHeld?: boolean;
  eventPlayed?: boolean;
}

export function builtInComponents(): Components {
  const parsed = parseEdition(builtIn);
  if (!parsed.ok) throw new Error(parsed.reasons.join('; '));
  return parsed.value;
}

/** Takes items out of a list of all, each once. */
class Supply {
  readonly left: string[];
  constructor(all: readonly string[]) {
    this.left = all.slice();
  }

  take(wanted: string): string {
    const index = this.left.indexOf(wanted);
    if (index < 0) throw new Error(`none left: ${wanted}`);
    this.left.splice(index, 1);
    return wanted;
  }

  takeAll(wanted: readonly string[]): string[] {
    return wanted.map((item) => this.take(item));
  }

  /** What is left in the end. */
  rest(): string[] {
    return this.left.splice(0);
  }
}

interface Supplies {
  readonly ships: Supply;
  readonly goods: Supply;
  readonly events: Supply;
}

export function scene(c: Components, setting: Setting): State {
  const seats = seatsFrom(0, setting.seats ?? 3);
  const active = setting.active ?? 0;
  const turnsPlayed = setting.turnsPlayed ?? 0;
  const supplies = { ships: new Supply(c.ships), goods: new Supply(c.goods), events: new Supply(c.events) };
  const piles = takePiles(supplies, setting);
  const berths = takeBerths(supplies, setting);
  const players = seats.map((seat) => takePlayer(c, supplies, setting, seat));
  const [nextShipId, ...shipsBelow] = piles.ships ?? supplies.ships.rest();
  const state: State = {
    version: 10,
    open: [],
    options: {
      events: true,
      targetPrimes: c.targetPrimes,
      firstSeat: 'random',
      maxRounds: 120,
      ...setting.options,
    },
    rng: conceal(createRng(setting.seed ?? '5'.repeat(32))),
    activeSeat: active,
    round: 3,
    roundFirstSeat: clockwise(active, seats.length, -turnsPlayed),
    turnsPlayedInRound: turnsPlayed,
    slateSeat: setting.slate ?? active,
    slateUsedThisRound: setting.slateUsed ?? false,
    finalRound: nextShipId === undefined,
    targetReached: false,
    berths,
    reserves: seats.map((seat) =>
      berths.reduce((left, berth) => left - (berth.porters[seat] ?? 0), c.portersPerPlayer),
    ),
    nextShipId: nextShipId ?? null,
    shipsBelow: conceal(shipsBelow),
    goodsPile: conceal(piles.goods ?? supplies.goods.rest()),
    eventPile: conceal(piles.events ?? supplies.events.rest()),
    shipDiscard: supplies.ships.rest(),
    eventDiscard: piles.eventDiscard,
    removedShips: [],
    removedGoods: supplies.goods.rest(),
    removedEvents: supplies.events.rest(),
    players,
    turn: {
      ...freshTurn(),
      relation: setting.relationPlayed ?? null,
      auctionHeld: setting.auctionHeld ?? false,
      eventPlayed: setting.eventPlayed ?? false,
    },
    auction: null,
  };
  ask(state, active, setting.relationPlayed === undefined ? 'before-relation' : 'after-relation');
  const broken = violations(c, state);
  if (broken.length > 0) throw new Error(`no such position: ${broken.join('; ')}`);
  return state;
}

/** Piles that were named; the others are what is left in the end. */
function takePiles({ ships, goods, events }: Supplies, setting: Setting) {
  return {
    ships: setting.shipPile && ships.takeAll(setting.shipPile),
    goods: setting.goodsPile && goods.takeAll(setting.goodsPile),
    events: setting.eventPile && events.takeAll(setting.eventPile),
    eventDiscard: events.takeAll(setting.eventDiscard ?? []),
  };
}

/** First what was named, then large ships and cheap goods for the rest. */
function takeBerths({ ships, goods, events }: Supplies, setting: Setting): Berth[] {
  const named = QUAYS.map((quay) => setting.quays?.[quay]);
  const shipIds = named.map((quay) => quay?.ship && ships.take(quay.ship));
  const kinds = named.map((quay) => quay?.goods && goods.take(quay.goods));
  for (const kind of Object.values(setting.goods ?? {})) goods.take(kind);
  return named.map((quay, index): Berth => {
    const porters = quay?.porters ?? new Array<number>(setting.seats ?? 3).fill(0);
    const event = quay?.event === undefined ? null : { ...quay.event, id: events.take(quay.event.id) };
    if (quay === null) return { shipId: null, goods: null, event: null, porters, departing: false };
    const shipId = shipIds[index] ?? ships.take(ships.left.at(-1) ?? '');
    const kind = kinds[index] ?? goods.take(goods.left[0] ?? '');
    return { shipId, goods: kind, event, porters, departing: false };
  });
}

function takePlayer(c: Components, { goods, events }: Supplies, setting: Setting, seat: Seat): Player {
  const hand = setting.hands?.[seat];
  return {
    primes: setting.primes?.[seat] ?? 0,
    relationsInHand: hand?.slice() ?? c.relations.slice(),
    relationsPlayed: c.relations.filter((kind) => hand?.includes(kind) === false),
    events: events.takeAll(setting.tiles?.[seat] ?? []),
    goods: conceal([setting.goods?.[seat] ?? goods.take(goods.left[0] ?? '')]),
  };
}
/** A table under test: sends commands and keeps what was told. */
export class Table {
  readonly c: Components;
  state: State;
  /** The news of the last accepted command. */
  news: readonly News<Event>[] = [];

  constructor(setting: Setting, c: Components = builtInComponents()) {
    this.c = c;
    this.state = scene(c, setting);
  }

  /** Sends a command of a seat; an acceptance must leave a sound state. */
  send(command: Command, seat: Seat = this.actor): this {
    const outcome = apply(this.c, this.state, seat, command);
    if (!outcome.ok) throw new Error(`${command.type} is refused: ${outcome.code}`);
    const broken = violations(this.c, outcome.state);
    if (broken.length > 0) throw new Error(broken.join('; '));
    this.state = outcome.state;
    this.news = outcome.news;
    return this;
  }

  play(relation: string, ...effects: (Target | null)[]): this {
    return this.send({ type: 'play-relation', relation: `relation-${relation}`, effects });
  }

  /** Code and rule of a refusal, such as `ship-full DOC-6.10`; nothing may have changed. */
  refusal(command: Command, seat: Seat = this.actor): string {
    const before = JSON.stringify(this.state);
    const outcome = apply(this.c, this.state, seat, command);
    if (JSON.stringify(this.state) !== before) throw new Error('the state was changed');
    return outcome.ok ? 'accepted' : `${outcome.code} ${outcome.rule}`;
  }

  refusedPlay(relation: string, ...effects: (Target | null)[]): string {
    return this.refusal({ type: 'play-relation', relation: `relation-${relation}`, effects });
  }

  get actor(): Seat {
    return this.state.open[0]?.seat ?? -1;
  }

  get phase(): string {
    return this.state.open[0]?.kind ?? 'game-over';
  }

  get primes(): number[] {
    return this.state.players.map((player) => player.primes);
  }

  quay(quay: number): Berth {
    const berth = this.state.berths[quay - 1];
    if (berth === undefined) throw new Error(`no quay ${quay}`);
    return berth;
  }

  /** Types of the events told by the last command, in order. */
  get told(): string[] {
    return this.news.map(({ all }) => all.type);
  }

  /** The events of one type told by the last command. */
  event<Type extends Event['type']>(type: Type): Extract<Event, { type: Type }>[] {
    return this.news.flatMap(({ all }) => (all.type === type ? [all as Extract<Event, { type: Type }>] : []));
  }
}

export const place = (...quays: number[]): Target => ({ type: 'place', quays });
export const move = (from: number, to: number): Target => ({ type: 'move', from, to });
export const recall = (quay: number, seat: Seat): Target => ({ type: 'recall', quay, seat });
export const trade = (quay: number): Target => ({ type: 'trade-goods', quay });
export const swap = (ownQuay: number, otherQuay: number, seat: Seat): Target => ({
  type: 'swap',
  ownQuay,
  otherQuay,
  seat,
});
export const bid = (amount: number): Command => ({ type: 'place-bid', amount });
export const lay = (event: string, quay: number): Command => ({ type: 'play-event', event, quay });
export const payBy = (quay: number, payer: Seat): Command => ({ type: 'settle-commission', quay, payer });
export const allocate = (laid: Record<number, string>): Command => ({
  type: 'allocate-goods',
  assignments: Object.entries(laid).map(([quay, goods]) => ({ quay: Number(quay), goods })),
});
