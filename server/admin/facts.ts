// What administrators see: who plays what, and for how long. Never a hand, a seed or a command: they may be players too.
import { z } from 'zod';
import type { LiveFacts } from '../../rooms/index.ts';
import type { MatchRow } from '../../rooms/life/match-store.ts';
import { nameAt, playerAt, type Table } from '../../rooms/life/table.ts';
import { CLOCK_PRESETS } from '../../shared/protocol/messages.ts';
import { MATCH_STATUSES, seatNumber, timeStamp } from '../../shared/protocol/table.ts';

/** No line breaks and escapes for the log, no NUL, which PostgreSQL cannot store. */
export const PRINTABLE = /^\P{Cc}+$/u;
/** A guest's id, or with a host's own login its issuer and subject. */
export const playerId = z.string().max(2_000).regex(PRINTABLE);

const seat = z.strictObject({
  seat: seatNumber,
  occupant: z.enum(['open', 'player', 'bot']),
  id: z.nullable(z.string()),
  name: z.nullable(z.string()),
  isHere: z.nullable(z.boolean()).describe('Null if the match is not in memory, or that is not known.'),
});

const matchFacts = z.strictObject({
  matchId: z.string(),
  game: z.string(),
  edition: z.string(),
  rulesVersion: z.int(),
  lacksRules: z.boolean().describe('Unfinished, and no process has its rules and edition: it waits for one.'),
  status: z.enum(MATCH_STATUSES),
  heldSince: z.nullable(timeStamp).describe('Since when an administrator has stopped it.'),
  visibility: z.nullable(z.enum(['public', 'private'])).describe('Null if the stored table cannot be read.'),
  clock: z.nullable(z.enum(CLOCK_PRESETS)),
  createdAt: timeStamp,
  updatedAt: timeStamp,
  wakeAt: z.nullable(timeStamp).describe('When its clock wakes it; null without a clock, 0 in memory.'),
  asked: z
    .nullable(z.array(z.strictObject({ seat: seatNumber, deadline: z.nullable(timeStamp) })))
    .describe('Who must act; null if that is not known.'),
  host: z.nullable(z.string()),
  seats: z.array(seat),
  former: z.array(z.string()).describe('Ids of players who gave a seat up.'),
  process: z.nullable(z.int()).describe('The process that has it in memory; null if none is known.'),
  connections: z.int().min(0),
  spectators: z.int().min(0),
});

export const processFacts = z.strictObject({
  number: z.int(),
  address: z.nullable(z.string()).describe('Where the others reach it; null for a single process.'),
  isThis: z.boolean().describe('Whether it answers this request.'),
  isReached: z.boolean().describe('Whether it reported the following facts.'),
  version: z.nullable(z.string()),
  uptimeSeconds: z.nullable(z.int()),
  tables: z.nullable(z.int()).describe('In memory.'),
  clients: z.nullable(z.int()).describe('Sockets and streams at its tables.'),
});

export type MatchFacts = z.infer<typeof matchFacts>;
export type ProcessFacts = z.infer<typeof processFacts>;

/** What a process knows about a match in its memory. */
export const liveFacts = z.strictObject({
  matchId: z.string(),
  connections: z.int().min(0),
  spectators: z.int().min(0),
  present: z.array(z.string()),
  asked: matchFacts.shape.asked,
});

export interface Presently {
  readonly process: number;
  readonly facts: LiveFacts;
}

/** `asked`: if known, for a match that is not in memory. */
export function factsOf(
  row: MatchRow,
  presently: Presently | undefined,
  { asked, hasRules }: { readonly asked: LiveFacts['asked']; readonly hasRules: boolean },
): MatchFacts {
  const { table } = row;
  const { facts } = presently ?? {};
  const whoActs = facts?.asked ?? asked;
  return {
    matchId: row.matchId,
    game: row.game,
    edition: row.edition,
    rulesVersion: row.rulesVersion,
    lacksRules: (row.status === 'lobby' || row.status === 'playing') && !hasRules,
    status: row.status,
    heldSince: table.held?.at ?? null,
    visibility: table.visibility,
    clock: table.clock,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    wakeAt: row.wakeAt,
    asked: whoActs === null ? null : [...whoActs],
    host: table.host,
    seats: seatsOf(table, facts),
    former: table.former,
    process: presently?.process ?? null,
    connections: facts?.connections ?? 0,
    spectators: facts?.spectators ?? 0,
  };
}

function seatsOf(table: Table, facts: LiveFacts | undefined): MatchFacts['seats'] {
  return table.occupants.map(({ kind }, number) => {
    const player = playerAt(table, number);
    return {
      seat: number,
      occupant: kind,
      id: player?.id ?? null,
      name: nameAt(table, number),
      isHere: player === undefined || facts === undefined ? null : facts.present.includes(player.id),
    };
  });
}
