// Requests between processes themselves: seats in lobbies, moving matches, who must act.

import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import type { Errands, MovedMatch, Ownership, Peer, SeatWish } from '../../../rooms/berth/cluster.ts';
import type { RoomService } from '../../../rooms/index.ts';
import type { Asked } from '../../../rooms/play/asked.ts';
import type { RoomDeps } from '../../../rooms/ports.ts';
import { language } from '../../../shared/protocol/language.ts';
import { joinOptions } from '../../../shared/protocol/messages.ts';
import { reasonOf } from '../../process/reason.ts';
import type { Pipes } from './pipes.ts';

/** The path of errands; clients get 404. */
export const ERRANDS = '/peers/';

/** A client waits for the seat; loading a match takes time; a list is shown without late answers. */
const SEAT_MS = 3_000;
const TAKE_MS = 5_000;
const ASKED_MS = 1_000;
/** A probe waits for it. */
const SURE_MS = 500;

const id = z.string().regex(/^[\w-]{1,64}$/);
const person = z.object({ id: z.string(), name: z.string() });
const seatAnswer = z.object({ reservation: z.record(z.string(), z.unknown()) });
const askedAnswer = z.array(
  z.object({
    matchId: id,
    asked: z.array(z.object({ seat: z.int(), deadline: z.nullable(z.number()) })),
  }),
);
const place = z.object({
  sessionId: id,
  token: id,
  identity: person,
  language,
  address: z.string(),
});
const REQUESTS = {
  seat: z.object({ matchId: id, join: joinOptions }),
  take: z.object({
    matchId: id,
    places: z.array(place),
    chat: z.array(
      z.object({ seat: z.nullable(z.int()), name: z.string(), text: z.string(), at: z.number() }),
    ),
    firstRef: z.int().min(0),
  }),
  asked: z.object({ matchIds: z.array(id) }),
  sure: z.object({}),
};
const sureAnswer = z.object({ sure: z.boolean() });

export class PeerErrands implements Errands {
  readonly #pipes: Pipes;
  readonly #peers: Ownership['peers'];

  constructor(pipes: Pipes, peers: Ownership['peers']) {
    this.#pipes = pipes;
    this.#peers = peers;
  }

  async seat(peer: Peer, wish: SeatWish): Promise<object | undefined> {
    const { matchId, join } = wish;
    return seatAnswer.safeParse(await this.#call(peer, 'seat', { matchId, join }, SEAT_MS, wish)).data
      ?.reservation;
  }

  async take(peer: Peer, moved: MovedMatch): Promise<boolean> {
    return (await this.#call(peer, 'take', moved, TAKE_MS)) !== undefined;
  }

  async askedAt(matchIds: readonly string[]): Promise<ReadonlyMap<string, readonly Asked[]>> {
    if (matchIds.length === 0) return new Map();
    const answers = await Promise.all(
      this.#peers().map((peer) => this.#call(peer, 'asked', { matchIds }, ASKED_MS)),
    );
    const known = answers.flatMap((answer) => askedAnswer.safeParse(answer).data ?? []);
    return new Map(known.map(({ matchId, asked }) => [matchId, asked]));
  }

  async isAnyoneSure(): Promise<boolean> {
    const answers = await Promise.all(this.#peers().map((peer) => this.#call(peer, 'sure', {}, SURE_MS)));
    return answers.some((answer) => sureAnswer.safeParse(answer).data?.sure === true);
  }

  #call(
    peer: Peer,
    what: keyof typeof REQUESTS,
    said: object,
    ms: number,
    client?: Pick<SeatWish, 'token' | 'acceptLanguage' | 'address'>,
  ): Promise<unknown> {
    const body = Buffer.from(JSON.stringify(said));
    const headers = {
      'content-type': 'application/json',
      ...(client?.token !== undefined && { authorization: `Bearer ${client.token}` }),
      ...(client !== undefined && { 'accept-language': client.acceptLanguage }),
    };
    const address = client?.address ?? '';
    return this.#pipes.call(peer, { method: 'POST', target: ERRANDS + what, headers, body, address }, ms);
  }
}

/** An errand of a peer, with a valid seal. */
export interface Errand {
  readonly path: string;
  readonly body: unknown;
  readonly token: string | undefined;
  readonly acceptLanguage: string;
  readonly address: string;
}

export type RunErrand = (errand: Errand, response: ServerResponse) => void;

/** `others`: answers other errands. */
export function createErrandDesk(
  rooms: RoomService,
  { log, isOwner }: Pick<RoomDeps, 'log' | 'isOwner'>,
  others: (errand: Errand) => Promise<object | undefined>,
): RunErrand {
  return (errand, response) => {
    answer(rooms, errand, isOwner)
      .then((said) => said ?? others(errand))
      .then((said) => {
        response.writeHead(said === undefined ? 404 : 200, { 'Content-Type': 'application/json' });
        response.end(said === undefined ? undefined : JSON.stringify(said));
      })
      .catch((error: unknown) => {
        log.warn({ path: errand.path, reason: reasonOf(error) }, 'a request of a peer failed');
        response.writeHead(503).end();
      });
  };
}

async function answer(
  { forPeers }: RoomService,
  errand: Errand,
  isOwner: () => boolean,
): Promise<object | undefined> {
  const { path, body, ...client } = errand;
  switch (path) {
    case `${ERRANDS}seat`: {
      const { matchId, join } = REQUESTS.seat.parse(body);
      const reservation = await forPeers.seatAt({ matchId, join, ...client });
      return reservation && { reservation };
    }
    case `${ERRANDS}take`:
      await forPeers.take(REQUESTS.take.parse(body));
      return {};
    case `${ERRANDS}asked`:
      return REQUESTS.asked.parse(body).matchIds.flatMap((matchId) => {
        const asked = forPeers.askedAt(matchId);
        return asked === undefined ? [] : [{ matchId, asked }];
      });
    case `${ERRANDS}sure`:
      return { sure: isOwner() };
    default:
      return undefined;
  }
}
