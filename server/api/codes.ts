// Short codes that lead to lobbies, for people who sit together.
import { z } from 'zod';
import { isLobby } from '../../rooms/life/states.ts';
import { reject } from '../../shared/kernel/codes.ts';
import type { Counting } from '../http/counting.ts';
import { accepted, Problem, refused } from '../http/problem.ts';
import { callerOf, type Route, route } from '../http/route.ts';
import { matchParams } from '../http/table-params.ts';
import { SPOKEN_CODE, type SpokenCodes } from '../people/spoken-codes.ts';
import type { ProcessLimits } from '../process/limits.ts';

interface CodeRouteDeps {
  readonly codes: SpokenCodes;
  readonly counting: Counting;
  readonly limits: ProcessLimits;
}

const code = z.string().regex(SPOKEN_CODE).describe('Six consonants; capital or small letters.');

export function codeRoutes({ codes, counting, limits }: CodeRouteDeps): Route[] {
  const limit = counting.limiter({
    name: 'codes',
    amount: limits.codesPerMinute,
    seconds: 60,
    maxKeys: limits.rememberedKeys,
  });
  const common = { tag: 'Tables', limit } as const;
  return [
    route({
      ...common,
      id: 'spokenCode',
      auth: 'player',
      method: 'post',
      path: '/tables/{id}/code',
      summary: 'A short code for a lobby, to be said aloud',
      description:
        'For players with a seat. It leads to the table for a quarter of an hour at most; everybody at the table gets the same one.',
      params: matchParams,
      about: 'id',
      inRoom: true,
      answers: {
        200: {
          description: 'The code, and until when it is valid',
          schema: z.strictObject({ code, expiresAt: z.iso.datetime() }),
          example: { code: 'bkqrtz', expiresAt: '2026-11-19T20:15:00.000Z' },
        },
      },
      refusals: [
        'unknown-match',
        'invitation-required',
        'spectators-not-allowed',
        'not-seated',
        'already-started',
      ],
      handle: async (call) => {
        const { room, params } = call;
        const { seat, invitation } = accepted(room.http.look(callerOf(call)), room.roomName);
        if (seat === null) throw refused(reject('not-seated', null));
        if (!isLobby(room.session)) throw refused(reject('already-started', null));
        const { code, expiresAt } = await codes.of(invitation ?? params.id);
        return { status: 200, body: { code, expiresAt: new Date(expiresAt).toISOString() } };
      },
    }),
    route({
      ...common,
      id: 'followCode',
      auth: 'anyone',
      isAnywhere: true,
      method: 'get',
      path: '/codes/{code}',
      summary: 'The table that a short code leads to',
      params: z
        .strictObject({ code: z.string().toLowerCase().regex(SPOKEN_CODE).describe('As it was said.') })
        .meta({ missing: { code: 'unknown-code' } }),
      answers: {
        200: {
          description: 'The table, and the invitation to it if it is private',
          schema: z.strictObject({ matchId: z.string(), invitation: z.nullable(z.string()) }),
          example: { matchId: 'p7qk2wz9bxnf5h3t', invitation: 'p7qk2wz9bxnf5h3t.r8d4m6y2kvw3' },
        },
      },
      refusals: ['unknown-code'],
      handle: async ({ params }) => {
        const found = await codes.invitation(params.code);
        if (found === undefined) throw new Problem('unknown-code');
        const [matchId = ''] = found.split('.');
        return { status: 200, body: { matchId, invitation: found === matchId ? null : found } };
      },
    }),
  ];
}
