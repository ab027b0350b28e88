// A table as stored: seats and options. Plain JSON, changed by plain functions.
import { z } from 'zod';
import type { Seat } from '../../shared/kernel/seat.ts';
import { STRENGTHS, type Strength, USUAL_STRENGTH } from '../../shared/kernel/strength.ts';
import type { TableCode } from '../../shared/protocol/codes.ts';
import { dealtParts, partCommitment } from '../../shared/protocol/deal.ts';
import { CLOCK_PRESETS, SUCCESSORS, UNDO_TERMS } from '../../shared/protocol/messages.ts';
import { abandonedFacts, seatNumber, succession } from '../../shared/protocol/table.ts';
import { botNameOf, botNames, distinctName } from '../people/names.ts';
import type { Identity } from '../ports.ts';

const occupant = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('open') }),
  z.strictObject({ kind: z.literal('bot'), strength: z.enum(STRENGTHS).default(USUAL_STRENGTH) }),
  z.strictObject({
    kind: z.literal('player'),
    id: z.string(),
    name: z.string(),
    ready: z.boolean(),
    /** Left a running match; the seat stays theirs. */
    away: z.boolean(),
    /** Handed over to a bot by the player. */
    delegated: z.boolean(),
    muted: z.boolean(),
    rematch: z.boolean(),
    /** The version at which this player agreed to give the match up; a later command withdraws that. */
    abandon: z.nullable(z.int()).default(null),
    /** To a part of the next deal. Absent if the player's program knows nothing of that. */
    commitment: partCommitment.exactOptional(),
  }),
]);

export const tableSchema = z.strictObject({
  seats: z.int(),
  /** The game's parsed options. */
  options: z.record(z.string(), z.unknown()),
  clock: z.enum(CLOCK_PRESETS),
  visibility: z.enum(['public', 'private']),
  spectators: z.boolean(),
  spectatorsMuted: z.boolean().default(false),
  absence: z.enum(['bot', 'clock']),
  /** Who takes a seat that is given up. Like everything with a default, missing in tables of older programs. */
  vacancy: z.enum(SUCCESSORS).default('bot'),
  /** Whether players may ask what a captain would play. */
  hints: z.boolean().default(false),
  /** Whether players may take back what told nobody anything, by themselves or by asking the others. */
  undo: z.enum(UNDO_TERMS).default('off'),
  /** Who has asked to take something back, each time; absent if nobody ever did. */
  undoQuestions: z.array(seatNumber).exactOptional(),
  /** Secret, for players to pass on. Match id and a secret; empty at a public table. */
  invitation: z.string(),
  /** The same for seats that were given up, created anew each time; empty if there are none to take. */
  seatInvitation: z.string().default(''),
  /** SHA-256 of the seed, published before anything is dealt. */
  commitment: z.string(),
  host: z.string(),
  occupants: z.array(occupant),
  /** By seat; what records show of the players. */
  names: z.array(z.nullable(z.string())),
  /** Seats that changed hands since the start. */
  successions: z.array(succession).default([]),
  /** The ids of players who gave up a seat. */
  former: z.array(z.string()).default([]),
  /** Chooses the names of bots. */
  crew: z.string().default(''),
  /** Who had to act when it fell asleep, for lists; outdated once a later command is accepted. */
  slept: z
    .nullable(
      z.strictObject({
        at: z.int(),
        version: z.int(),
        asked: z.array(z.strictObject({ seat: seatNumber, deadline: z.nullable(z.int()) })),
      }),
    )
    .default(null),
  startedAt: z.nullable(z.int()),
  finishedAt: z.nullable(z.int()),
  /** Why it has no result. */
  abandoned: z.nullable(abandonedFacts).default(null),
  /** The rematch. */
  rematch: z.nullable(z.string()),
  /**
   * Since when an administrator has frozen it. Absent if none has, so that the table is stored as by older
   * programs.
   */
  held: z.strictObject({ at: z.int() }).exactOptional(),
  /** Time that is not charged to anyone, and the version at which it passed. */
  pauses: z.array(z.strictObject({ version: z.int(), ms: z.int() })).exactOptional(),
  /** It starts as soon as no seat is free. */
  startWhenFull: z.literal(true).exactOptional(),
  /** When it is to begin, how often that was changed, and how many reminders of it were told; absent if it was never agreed upon. */
  startTime: z
    .strictObject({ at: z.nullable(z.int()), changes: z.int(), reminders: z.int() })
    .exactOptional(),
  /** The parts of the deal, by seat, since the start was called; absent if no program committed to one. */
  deal: z.strictObject({ parts: dealtParts }).exactOptional(),
  /** The ids of players whom the host has removed; absent if there are none. */
  removed: z.array(z.string()).exactOptional(),
  /** Who asks for a seat that was given up, and the seats that agree; absent if nobody ever asked. */
  newcomers: z
    .array(z.strictObject({ id: z.string(), name: z.string(), agreed: z.array(seatNumber) }))
    .exactOptional(),
});

export type Table = z.infer<typeof tableSchema>;
export type Occupant = Table['occupants'][number];
export type Player = Extract<Occupant, { kind: 'player' }>;
/** What a seat can hold besides a player. */
export type Unmanned = Exclude<Occupant, Player>;

/** `undefined` if it was done, otherwise why not. */
type Refusal = TableCode | undefined;

const OPEN: Occupant = { kind: 'open' };

export function seatOf(table: Table, id: string): Seat | undefined {
  const seat = table.occupants.findIndex((place) => place.kind === 'player' && place.id === id);
  return seat < 0 ? undefined : seat;
}

export function playerAt(table: Table, seat: Seat): Player | undefined {
  const place = table.occupants[seat];
  return place?.kind === 'player' ? place : undefined;
}

export function players(table: Table): Player[] {
  return table.occupants.filter((place) => place.kind === 'player');
}

/** A copy to be changed in place of the original; the options stay as agreed. */
export function cloneTable(table: Table): Table {
  return {
    ...table,
    occupants: table.occupants.map((place) => ({ ...place })),
    names: [...table.names],
    successions: [...table.successions],
    former: [...table.former],
  };
}

/** Takes a seat, or changes seats; by default the first free one. */
export function takeSeat(table: Table, who: Identity, wish: Seat | undefined): Refusal {
  const old = seatOf(table, who.id);
  if (wish === undefined && old !== undefined) return undefined;
  const seat = wish ?? table.occupants.findIndex((place) => place.kind === 'open');
  if (seat < 0) return 'table-full';
  const place = table.occupants[seat];
  if (place === undefined) return 'unknown-seat';
  if (seat === old) return undefined;
  if (place.kind !== 'open') return 'seat-taken';
  if (table.removed?.includes(who.id) === true) return 'removed-by-host';
  const { commitment } = (old === undefined ? undefined : playerAt(table, old)) ?? {};
  if (old !== undefined) table.occupants[old] = { ...OPEN };
  const player = seatedPlayer(table, who);
  commitTo(player, commitment);
  table.occupants[seat] = player;
  return undefined;
}

/** The place of a player who has just sat down. */
export function seatedPlayer(table: Table, who: Identity): Player {
  const others = players(table).flatMap(({ id, name }) => (id === who.id ? [] : [name]));
  const before = table.successions.flatMap(({ from }) => from ?? []);
  const asking = (table.newcomers ?? []).flatMap(({ id, name }) => (id === who.id ? [] : [name]));
  return {
    kind: 'player',
    id: who.id,
    // The seat's name is fixed here: a token may be renewed with another name.
    name: distinctName(who.name, [...others, ...before, ...asking, ...botNames(table.crew)]),
    ready: false,
    away: false,
    delegated: false,
    muted: false,
    rematch: false,
    abandon: null,
  };
}

/** What the seat is called: by its player, or by its bot. */
export function nameAt(table: Table, seat: Seat): string | null {
  const place = table.occupants[seat];
  if (place?.kind === 'player') return place.name;
  if (place?.kind !== 'bot') return null;
  // In tables of older programs a player may have taken that name.
  return distinctName(
    botNameOf(table.crew, seat, place.strength),
    players(table).map(({ name }) => name),
  );
}

/** Of players and bots; null for free seats. */
export function namesBySeat(table: Table): (string | null)[] {
  return table.occupants.map((_, seat) => nameAt(table, seat));
}

/** All names that are taken at the table. */
export function namesAt(table: Table): string[] {
  return table.occupants.flatMap((_, seat) => nameAt(table, seat) ?? []);
}

/** Frees a player's seat in the lobby; if it was the host, the next player becomes host. */
export function freeSeat(table: Table, id: string): void {
  const seat = seatOf(table, id);
  if (seat === undefined) return;
  table.occupants[seat] = { ...OPEN };
  if (table.host === id) table.host = players(table)[0]?.id ?? table.host;
}

/** Guests are cheap: of more, those removed first may return. */
const MOST_REMOVED = 100;

/** The host puts a bot on a seat, or frees it, removing any player on it, who cannot return to this table. */
export function setOccupant(table: Table, seat: Seat, wanted: Unmanned): Refusal {
  const place = table.occupants[seat];
  if (place === undefined) return 'unknown-seat';
  if (place.kind === 'player' && (wanted.kind === 'bot' || place.id === table.host)) return 'seat-taken';
  if (place.kind === 'player') table.removed = [...(table.removed ?? []), place.id].slice(-MOST_REMOVED);
  table.occupants[seat] = wanted;
  return undefined;
}

/** Strength of the bot that holds the seat or plays for an absent player. */
export function strengthAt(table: Table, seat: Seat): Strength {
  const place = table.occupants[seat];
  return place?.kind === 'bot' ? place.strength : USUAL_STRENGTH;
}

export function isFilled(table: Table): boolean {
  return table.occupants.every((place) => place.kind !== 'open');
}

export function allReady(table: Table): boolean {
  return isFilled(table) && players(table).length > 0 && players(table).every((player) => player.ready);
}

/** The player's program commits to a part of the next deal, or (`undefined`) has none. */
export function commitTo(player: Player, commitment: string | undefined): void {
  if (commitment === undefined) delete player.commitment;
  else player.commitment = commitment;
}

/** The host mutes or unmutes a seat. */
export function setMuted(table: Table, seat: Seat, muted: boolean): Refusal {
  const player = playerAt(table, seat);
  if (player === undefined) return 'unknown-seat';
  player.muted = muted;
  return undefined;
}

export function namesOf(table: Table): (string | null)[] {
  return table.occupants.map((place) => (place.kind === 'player' ? place.name : null));
}
