// What is stored about the caller: exported and forgotten.
import type { Response } from 'express';
import { z } from 'zod';
import { Tally } from '../../rooms/people/rate-limits.ts';
import type { Identity } from '../../rooms/ports.ts';
import { forgottenPart } from '../../shared/protocol/lists.ts';
import type { Counting } from '../http/counting.ts';
import { Problem, take } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';
import type { Personal } from '../people/personal.ts';
import { personalExport } from '../people/personal-form.ts';
import { sendExport } from '../people/send-export.ts';
import type { ProcessLimits } from '../process/limits.ts';

interface PersonalRouteDeps {
  readonly personal: Personal;
  readonly limits: ProcessLimits;
  readonly counting: Counting;
}

interface Caller {
  readonly who: Identity;
  readonly address: string;
  readonly response: Response;
}

const NOTHING_PLAYED = {
  format: 'quayside-player',
  formatVersion: 1,
  exportedAt: 1_795_000_000_000,
  player: { id: 'k3v9…', name: 'Ann' },
  actions: [],
  blocks: [],
  notices: { settings: null, targets: [] },
  devices: [],
  passkeys: [],
  accounts: [],
  matches: [],
};

export function personalRoutes({ personal, limits, counting }: PersonalRouteDeps): Route[] {
  const limiter = counting.limiter({
    name: 'personal',
    amount: limits.personalPerHour,
    seconds: 3_600,
    maxKeys: limits.rememberedKeys,
  });
  const perAddress = new Tally(limits.personalPerAddress, counting.elsewhere('personal'));
  let underway = 0;
  const inTurn = async <Done>(call: Caller, work: () => Promise<Done>): Promise<Done> => {
    if (underway >= limits.personalAtOnce || !perAddress.admit(call.address, call.response))
      throw new Problem('rate-limited', { obstacle: 'exports underway' });
    take(limiter, call.who.id);
    underway += 1;
    try {
      return await work();
    } finally {
      underway -= 1;
    }
  };
  const common = { tag: 'You', auth: 'player', isForPeople: true } as const;
  return [
    route({
      ...common,
      id: 'exportMe',
      method: 'get',
      path: '/me/export',
      summary: 'Everything that is stored about you',
      description:
        'One JSON document, which may be long: the tables where you have or had a seat, and the commands you sent there. The chat is not stored.',
      answers: { 200: { description: 'The document', schema: personalExport, example: NOTHING_PLAYED } },
      refusals: ['storage-unavailable'],
      head: { status: 200, headers: { 'Content-Type': 'application/json' } },
      handle: async (call) => {
        const { who, response } = call;
        const pieces = personal.export(who.id, { name: who.name, seesRunning: true });
        await inTurn(call, () => sendExport(response, pieces));
        return undefined;
      },
    }),
    route({
      ...common,
      id: 'forgetMe',
      method: 'delete',
      path: '/me',
      summary: 'Forget me',
      description:
        'Removes your name and id from everything that is stored. Your seats in running matches are given up, and tables without other players are closed. What was played stays, since others played it too; records can still be verified. This cannot be undone. Your devices are signed out; a token without a device is not stored: discard it.',
      answers: {
        200: {
          description: 'What was done',
          schema: forgottenPart,
          example: { matches: 3, left: [], complete: true, next: null },
        },
      },
      query: z.strictObject({
        from: z.coerce.number().int().min(0).optional().describe('The `next` of the last answer.'),
      }),
      refusals: ['storage-unavailable'],
      handle: async (call) => ({
        status: 200,
        body: await inTurn(call, () => personal.forget(call.who.id, call.query.from)),
      }),
    }),
  ];
}
