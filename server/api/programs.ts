// Personal tokens for bots and other programs; listed and revoked like devices.
import { programTicket, programWish } from '../../shared/protocol/people.ts';
import type { Counting } from '../http/counting.ts';
import { Problem, take } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';
import type { Devices } from '../people/devices.ts';
import type { Identities } from '../people/identity.ts';
import type { ProcessLimits } from '../process/limits.ts';
import { created, deviceNameOf, ticketExample } from './devices.ts';

interface ProgramRouteDeps {
  readonly devices: Devices;
  readonly identities: Identities;
  readonly limits: ProcessLimits;
  readonly counting: Counting;
}

export function programRoutes({ devices, identities, limits, counting }: ProgramRouteDeps): Route[] {
  const limiter = counting.limiter({
    name: 'programs',
    amount: limits.devicesPerHour,
    seconds: 3_600,
    maxKeys: limits.rememberedKeys,
  });
  return [
    route({
      id: 'addProgram',
      tag: 'You',
      isAnywhere: true,
      isForPeople: true,
      method: 'post',
      path: '/me/programs',
      auth: 'player',
      summary: 'Get a token for a program',
      description:
        'With a name, a scope and a date; it is shown once. `GET /me/devices` lists it, `DELETE /me/devices/{id}` revokes it. With `bot` it is a player of its own, whose name ends with 🤖 wherever it is shown.',
      body: programWish,
      example: { name: 'Night owl', scope: 'play', days: 30, bot: true },
      answers: {
        201: {
          description: 'Its token',
          schema: programTicket,
          example: { ...ticketExample, name: 'Night owl 🤖', program: 'x8tq5hwjd7ybm4cpeasr6k3vn2' },
        },
      },
      refusals: ['name-not-allowed', 'not-for-programs', 'too-many-programs', 'storage-unavailable'],
      handle: async ({ body: { name: raw, scope, days, bot: isBot }, who }) => {
        const name = isBot ? identities.cleanBotName(raw) : deviceNameOf(raw);
        if (name === undefined) throw new Problem('name-not-allowed', { detail: 'name' });
        take(limiter, who.id);
        const made = await devices.addProgram(who, { name, scope, days, isBot });
        if (made === undefined) throw new Problem('too-many-programs');
        return created(made);
      },
    }),
  ];
}
