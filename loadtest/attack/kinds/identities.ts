// Impersonation, at tables of honest players.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../chance.ts';
import { type Answered, ask, type Burst, guest } from '../line.ts';
import { reserve, visit } from '../visitor.ts';

const TRIES = 10;

export async function identities(burst: Burst, chance: Chance): Promise<number> {
  const address = chance.address();
  const token = await guest(burst, address, chance.pick(['Ann', 'Host', 'Аnn', 'A\u200bnn', 'admin']));
  if (token === undefined) return 1;
  let sent = 1;
  for (let n = 0; n < TRIES; n++, sent++) {
    const shown = chance.once(3) ? token : forged(chance, token);
    const matchId = burst.privateMatch();
    const [method, path, body] = chance.pick<readonly [string, string, object?]>([
      ['GET', `/api/v1/matches/${matchId}`],
      ['GET', `/api/v1/matches/${matchId}/legal`],
      ['GET', `/api/v1/matches/${matchId}/record`],
      ['GET', `/api/v1/tables/${matchId}`],
      ['GET', `/api/v1/tables/${matchId}?invitation=${chance.word()}`],
      ['POST', `/api/v1/tables/${matchId}/seat`, { seat: chance.below(3) }],
      ['POST', `/api/v1/tables/${matchId}/chat`, { text: 'hello' }],
      ['POST', `/api/v1/tables/${matchId}/hand-over`, { playing: false }],
      ['POST', `/api/v1/tables/${matchId}/abandon`, { agree: true }],
      ['POST', `/api/v1/tables/${matchId}/give-up-seat`],
      ['DELETE', `/api/v1/tables/${matchId}`],
      [
        'POST',
        `/api/v1/matches/${matchId}/commands`,
        { type: 'place-merchant', decision: 8, company: 'red' },
      ],
      [
        'POST',
        '/api/v1/join',
        { invitation: `${matchId}.${chance.pick(['', 'aaaaaaaaaaaa', '__proto__'])}` },
      ],
      ['POST', `/matchmake/joinById/${matchId}`, { spectate: chance.once(2) }],
      [
        'POST',
        `/matchmake/reconnect/${matchId}`,
        { reconnectionToken: chance.pick(['a', 'FiRM0Od2a', '__proto__']) },
      ],
    ]);
    refuseSuccess(
      burst,
      `${method} ${path}`,
      await ask(burst, address, method, path, { token: shown, body }),
    );
  }
  return sent + (await guessAtSocket(burst, chance, address, token));
}

/** A socket to a table with another player's session, or none. */
async function guessAtSocket(burst: Burst, chance: Chance, address: string, token: string): Promise<number> {
  const place = await reserve(burst, address, token, `joinById/${burst.publicMatch()}`, { spectate: true });
  const session = chance.pick(['aaaaaaaaa', '', '__proto__']);
  const guesses = [`/x/${burst.privateMatch()}?sessionId=${session}`];
  if (place !== undefined) {
    // A reservation of one table, shown at another; and the same one twice.
    guesses.push(place.path.replace(place.matchId, burst.privateMatch()), place.path, place.path);
  }
  for (const path of guesses) {
    const visitor = await visit(burst, address, path);
    await sleep(10);
    visitor?.end();
  }
  return guesses.length + 1;
}

function refuseSuccess(burst: Burst, what: string, answer: Answered | undefined): void {
  if (answer === undefined || answer.status >= 400) return;
  // The record of a match that has just ended is open to everyone.
  if (what.endsWith('/record') && (answer.body['result'] ?? null) !== null) return;
  burst.eyes.find(`a stranger was let in: ${what} answered ${answer.status}`, burst.kind, burst.seed);
}

function forged(chance: Chance, token: string): string {
  const [head = '', body = '', signature = ''] = token.split('.');
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
  return chance.pick([
    '',
    'x',
    `${encode({ alg: 'none', typ: 'JWT' })}.${body}.`,
    `${encode({ alg: 'none', typ: 'JWT' })}.${body}.${signature}`,
    `${head}.${encode({ ...claims, name: 'Ann' })}.${signature}`,
    `${head}.${encode({ ...claims, sub: 'g1' })}.${signature}`,
    `${head}.${encode({ ...claims, exp: 1 })}.${signature}`,
    `${head}.${body}.${signature.slice(0, -1)}`,
    `${head}.${body}.${'A'.repeat(signature.length)}`,
    `${token}.${signature}`,
    chance
      .mutated(Buffer.from(token))
      .toString('latin1')
      .replace(/[^\x21-\x7e]/g, '_'),
  ]);
}
