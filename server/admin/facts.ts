// What administrators see: who plays what, and for how long. Never a hand, a seed or a command: they may be players too.

import { z } from 'zod';
import type { LiveFacts } from '../../rooms/index.ts';
import type { MatchRow } from '../../rooms/life/match-store.ts';
import { isLobby, isPlaying } from '../../rooms/life/states.ts';
import { nameAt, playerAt, type Table } from '../../rooms/life/table.ts';
import { CLOCK_PRESETS } from '../../shared/protocol/messages.ts';
import { MATCH_STATUSES, seatNumber, timeStamp } from '../../shared/protocol/table.ts';
import { ERRANDS, liveFacts } from '../cluster/peers/errands.ts';

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
  asked: liveFacts.shape.asked,
  host: z.nullable(z.string()),
  seats: z.array(seat),
  former: z.array(z.string()).describe('Ids of players who gave a seat up.'),
  process: z.nullable(z.int()).describe('The process that has it in memory; null if none is known.'),
  connections: z.int().min(0),
  spectators: z.int().min(0),
});

const processFacts = z.strictObject({
  number: z.int(),
  address: z.nullable(z.string()).describe('Where the others reach it; null for a single process.'),
  isThis: z.boolean().describe('Whether it answers this request.'),
  isReached: z.boolean().describe('Whether it reported the following facts.'),
  ...ERRANDS.process.answer.shape,
});

export type MatchFacts = z.infer<typeof matchFacts>;
export type ProcessFacts = z.infer<typeof processFacts>;

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
    lacksRules: (isLobby(row) || isPlaying(row)) && !hasRules,
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
