// What processes ask of each other: one table of requests and answers.
import { z } from 'zod';
import type { Errands, Ownership, Peer, SeatWish } from '../../../rooms/berth/cluster.ts';
import { KERNEL_CODES } from '../../../shared/kernel/codes.ts';
import { TABLE_CODES } from '../../../shared/protocol/codes.ts';
import { language } from '../../../shared/protocol/language.ts';
import { joinOptions } from '../../../shared/protocol/messages.ts';
import { seatNumber, timeStamp } from '../../../shared/protocol/table.ts';
import type { Pipes } from './pipes.ts';

/** The path of errands; clients get 404. */
export const ERRANDS_PATH = '/peers';

/** No line breaks and escapes for the log, no NUL, which PostgreSQL cannot store. */
export const PRINTABLE = /^\P{Cc}+$/u;
/** A guest's id, or with a host's own login its issuer and subject. */
export const playerId = z.string().max(2_000).regex(PRINTABLE);

const id = z.string().regex(/^[\w-]{1,64}$/);
const deadline = z.nullable(timeStamp);

/** What a process knows about a match in its memory. */
export const liveFacts = z.strictObject({
  matchId: z.string(),
  connections: z.int().min(0),
  spectators: z.int().min(0),
  present: z.array(z.string()),
  asked: z
    .nullable(z.array(z.strictObject({ seat: seatNumber, deadline })))
    .describe('Who must act; null if that is not known.'),
});

/** A client waits for a seat; loading or replaying a match takes time; lists and pages are shown without late answers. */
export const ERRANDS = {
  /** A seat in a lobby, for a client. */
  seat: {
    request: z.object({ matchId: id, join: joinOptions }),
    answer: z.object({ reservation: z.record(z.string(), z.unknown()) }),
    ms: 3_000,
  },
  /** Load a match that is handed over. */
  take: {
    request: z.object({
      matchId: id,
      places: z.array(
        z.object({
          sessionId: id,
          token: id,
          identity: z.object({
            id: z.string(),
            name: z.string(),
            device: z.string().optional(),
            isProgram: z.literal(true).optional(),
            scope: z.literal('read').optional(),
          }),
          language,
          address: z.string(),
          isQuiet: z.boolean().optional(),
        }),
      ),
      chat: z.array(
        z.object({
          from: z.string(),
          line: z.object({ seat: z.nullable(z.int()), name: z.string(), text: z.string(), at: z.number() }),
        }),
      ),
      firstRef: z.int().min(0),
    }),
    answer: z.object({}),
    ms: 5_000,
  },
  /** Who must act at those of these matches that are in memory. */
  asked: {
    request: z.object({ matchIds: z.array(id) }),
    answer: z.array(
      z.object({
        matchId: id,
        asked: z.array(z.object({ seat: z.int(), deadline: z.nullable(z.number()) })),
      }),
    ),
    ms: 1_000,
  },
  /** Whether the process is sure of its matches; a probe waits for it. */
  sure: { request: z.object({}), answer: z.object({ sure: z.boolean() }), ms: 500 },
  /** How the process is, for administrators. */
  process: {
    request: z.strictObject({}),
    answer: z.object({
      version: z.nullable(z.string()),
      uptimeSeconds: z.nullable(z.int()),
      tables: z.nullable(z.int()),
      clients: z.nullable(z.int()),
    }),
    ms: 1_000,
  },
  /** The facts of those of these matches that are in memory. */
  facts: {
    request: z.strictObject({ matchIds: z.array(id).max(200) }),
    answer: z.array(liveFacts),
    ms: 1_000,
  },
  /** An administrator's action. */
  action: {
    request: z.strictObject({
      matchId: id,
      action: z.union([
        z.strictObject({ kind: z.enum(['freeze', 'unfreeze', 'close', 'unlist']) }),
        z.strictObject({ kind: z.literal('forget'), player: playerId }),
      ]),
    }),
    answer: z.union([
      z.strictObject({ done: z.boolean() }),
      z.strictObject({ refused: z.enum([...TABLE_CODES, ...KERNEL_CODES]) }),
    ]),
    ms: 5_000,
  },
} as const;

type Table = typeof ERRANDS;
export type ErrandName = keyof Table;
type ErrandRequest<Name extends ErrandName> = z.infer<Table[Name]['request']>;
export type ErrandAnswer<Name extends ErrandName> = z.infer<Table[Name]['answer']>;

/** The client for whom a process asks. */
export type ErrandClient = Pick<SeatWish, 'token' | 'acceptLanguage' | 'address'>;

/** How a process answers each; `undefined`: refused. */
export type ErrandHandlers = {
  readonly [Name in ErrandName]: (
    request: ErrandRequest<Name>,
    client: ErrandClient,
  ) => Promise<ErrandAnswer<Name> | undefined> | ErrandAnswer<Name> | undefined;
};

/** Never rejects; `undefined`: refused or not answered, so that it may have been done. */
export type AskPeer = <Name extends ErrandName>(
  peer: Peer,
  name: Name,
  request: ErrandRequest<Name>,
  client?: ErrandClient,
) => Promise<ErrandAnswer<Name> | undefined>;

export function askThrough(pipes: Pick<Pipes, 'call'>): AskPeer {
  return async (peer, name, request, client) => {
    const body = Buffer.from(JSON.stringify(request));
    const headers = {
      'content-type': 'application/json',
      ...(client?.token !== undefined && { authorization: `Bearer ${client.token}` }),
      ...(client !== undefined && { 'accept-language': client.acceptLanguage }),
    };
    const target = `${ERRANDS_PATH}/${name}`;
    const passed = { method: 'POST', target, headers, body, address: client?.address ?? '' };
    const { answer, ms } = ERRANDS[name];
    return answer.safeParse(await pipes.call(peer, passed, ms)).data as ErrandAnswer<typeof name> | undefined;
  };
}

/** What rooms ask of other processes. */
export function errandsOf(ask: AskPeer, peers: Ownership['peers']): Errands {
  return {
    seat: async (peer, { matchId, join, ...client }) =>
      (await ask(peer, 'seat', { matchId, join }, client))?.reservation,
    take: async (peer, { matchId, places, chat, firstRef }) =>
      (await ask(peer, 'take', { matchId, places: [...places], chat: [...chat], firstRef })) !== undefined,
    askedAt: async (matchIds) => {
      if (matchIds.length === 0) return new Map();
      const known = await Promise.all(peers().map((peer) => ask(peer, 'asked', { matchIds: [...matchIds] })));
      return new Map(known.flatMap((some) => (some ?? []).map(({ matchId, asked }) => [matchId, asked])));
    },
    isAnyoneSure: async () => {
      const answers = await Promise.all(peers().map((peer) => ask(peer, 'sure', {})));
      return answers.some((answer) => answer?.sure === true);
    },
  };
}
