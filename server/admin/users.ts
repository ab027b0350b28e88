// Who is an administrator: names and passwords from the settings, by HTTP basic authentication.
import type { MakeLimiter } from '../../rooms/people/rate-limits.ts';
import type { Arrival } from '../http/arrival.ts';
import { Problem } from '../http/problem.ts';
import { newId, sameSecret } from '../process/chance.ts';
import type { ProcessLimits } from '../process/limits.ts';

/** Passwords by name. */
export type Administrators = ReadonlyMap<string, string>;

const IMPOSSIBLE_LENGTH = 64;

/** Admits administrators only, and says who it is. */
export function demandAdministrator(
  users: Administrators,
  limits: ProcessLimits,
  limiter: MakeLimiter,
): (arrival: Arrival) => void {
  const failures = limiter({
    name: 'administrators',
    amount: limits.adminTriesPerMinute,
    seconds: 60,
    maxKeys: limits.rememberedKeys,
  });
  // Compared for unknown names, so that they take the same time.
  const impossible = newId(IMPOSSIBLE_LENGTH);
  return (arrival) => {
    const { key, request, response } = arrival;
    const allowance = failures.peek(key);
    if (!allowance.ok) throw new Problem('rate-limited', allowance);
    const { authorization } = request.headers;
    const [, encoded] = /^Basic ([\w+/=-]+)$/i.exec(authorization ?? '') ?? [];
    const given = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8');
    const [, name = '', password = ''] = /^([^:]*):(.*)$/s.exec(given) ?? [];
    if (sameSecret(password, users.get(name) ?? impossible)) {
      arrival.administrator = name;
      return;
    }
    if (authorization !== undefined) failures.take(key);
    response.setHeader('WWW-Authenticate', 'Basic realm="Quayside", charset="UTF-8"');
    throw new Problem('unauthenticated');
  };
}
