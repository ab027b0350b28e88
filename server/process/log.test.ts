// The log: JSON lines that hold no secret, and no flood from bad clients.
import { expect, test } from '@jest/globals';
import { captureLog } from '../testing/scratch.ts';
import { frameworkLogger, redactUrl } from './log.ts';

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl';
const SEED = '0123456789abcdef0123456789abcdef';

test('a URL is logged without its credentials', () => {
  expect(redactUrl('/p1/room1?sessionId=AbC&reconnectionToken=XyZ&_authToken=tok&skipHandshake=1')).toBe(
    '/p1/room1?sessionId=[hidden]&reconnectionToken=[hidden]&_authToken=[hidden]&skipHandshake=1',
  );
  expect(redactUrl('/join?code=pear-7&lang=fr#x')).toBe('/join?code=[hidden]&lang=fr#x');
  expect(redactUrl('/mail/stop/abc123.de-f_4?x=1')).toBe('/mail/stop/[hidden]?x=1');
  expect(redactUrl('/plain')).toBe('/plain');
});

test('secrets are hidden by name at any depth, and by shape in any text', () => {
  const { log, text, lines } = captureLog();
  const secrets = ['tok-1', 'tok-2', 'tok-3', 'inv-4', 'pass-5', 'sess-6', 'card-7', JWT, SEED];
  log.info(
    {
      headers: { Authorization: 'tok-1', cookie: 'tok-2', accept: 'text/html' },
      deep: [{ reconnectionToken: 'tok-3', invitation: 'inv-4' }],
      adminPassword: 'pass-5',
      sessionId: 'sess-6',
      command: { type: 'take', card: 'card-7' },
      err: new Error(`failed with Bearer ${JWT} and seed ${SEED}`, { cause: new Error(JWT) }),
      url: `/x?token=${JWT}`,
      code: 'stale-decision',
      commitment: 'ab'.repeat(32),
    },
    `asked with ${JWT}`,
  );
  for (const secret of secrets) expect(text()).not.toContain(secret);
  const [line] = lines();
  expect(line).toMatchObject({ code: 'stale-decision', commitment: 'ab'.repeat(32), level: 30 });
  expect(JSON.stringify(line)).toContain('text/html');
});

test('exotic and cyclic values do not break it, huge ones are truncated', () => {
  const { log, text, lines } = captureLog();
  const cyclic: Record<string, unknown> = { big: 10n, f: () => 1, s: Symbol('s'), n: Number.NaN };
  cyclic['self'] = cyclic;
  log.warn({ cyclic, long: 'x'.repeat(100_000), wide: Array.from({ length: 5_000 }, () => 1) }, 'odd');
  expect(lines()).toHaveLength(1);
  expect(text().length).toBeLessThan(5_000);
});

test('lines below the level are not logged', () => {
  const { log, text } = captureLog('warn');
  log.info({}, 'quiet');
  expect(text()).toBe('');
});

test('a thousand framework complaints are one warning; each is a line at debug level only', () => {
  const quiet = captureLog('info');
  const loud = captureLog('debug');
  let counted = 0;
  let time = 0;
  for (const { log } of [quiet, loud]) {
    const logger = frameworkLogger(
      log,
      () => {
        counted += 1;
      },
      () => time,
    );
    for (let i = 0; i < 1_000; i++) logger.error(`Error: bad message\n    at somewhere.ts:1\n    at else`);
    time += 61_000;
    logger.error(new Error(`again ${JWT}`));
    logger.info('started\nwith a banner');
  }
  expect(counted).toBe(2_002);
  expect(quiet.lines().map((line) => [line['msg'], line['count']])).toEqual([
    ['the framework reported errors', 1],
    ['the framework reported errors', 1_000],
  ]);
  expect(quiet.text() + loud.text()).not.toContain('somewhere.ts');
  expect(quiet.text() + loud.text()).not.toContain(JWT);
  expect(loud.lines().length).toBe(1_004);
});
