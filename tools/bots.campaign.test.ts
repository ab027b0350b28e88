// The example bots (Python, TypeScript, a shell with curl) play whole matches of every game with each other.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { until } from '../rooms/testing/player.ts';
import { kill, type Output, outputOf, type Started, startProcess } from '../server/testing/process.ts';
import { type Scratch, scratch } from '../server/testing/scratch.ts';
import { families } from '../shared/games/index.ts';
import { builtInOf } from '../shared/kernel/built-in.ts';
import { seatsFrom } from '../shared/kernel/seat.ts';

const folder = join(import.meta.dirname, '../docs/examples');
/** The real Python: the one on the path may be a slow wrapper that searches for it each time. */
const python = spawnSync('python3', ['-c', 'import sys; print(sys.executable)']).stdout?.toString().trim();
const hasCurl = spawnSync('curl', ['--version']).status === 0;
const isComplete = python !== '' && python !== undefined && hasCurl;

const PROGRAMS = {
  'bot.py': ['python3', join(folder, 'bot.py')],
  'bot.ts': [process.execPath, join(folder, 'bot.ts')],
  'session.sh': ['bash', join(folder, 'session.sh')],
} as const;
type Program = keyof typeof PROGRAMS;

let place: Scratch;
let server: Started;
let address: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  place = scratch();
  server = startProcess(place.folder, { RATE_LIMITS: 'off', BOT_PAUSE_MS: '0' });
  address = `http://127.0.0.1:${await server.port()}`;
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(async () => {
  await kill(server);
  place.remove();
});

function run(program: Program, ...parameters: string[]): Output {
  const [command, ...first] = PROGRAMS[program];
  const env = { ...process.env, PATH: `${dirname(python ?? '')}:${process.env['PATH']}` };
  const child = spawn(command, [...first, address, ...parameters], { env });
  children.push(child);
  return outputOf(child);
}

/** What a program printed at the end. */
function resultOf(bot: Output): { ranking: { seat: number }[]; reason: string } {
  return JSON.parse(bot.out().trim().split('\n').at(-1) ?? '');
}

async function expectGoodEnd(bots: readonly Output[]): Promise<void> {
  const codes = await Promise.all(bots.map((bot) => bot.ended));
  expect([codes, bots.map((bot) => bot.err())]).toEqual([bots.map(() => 0), bots.map(() => '')]);
}

const missing = 'python3 and curl are needed here';
if (!isComplete && process.env['CI'] === 'true') test(missing, () => expect(isComplete).toBe(true));
else if (!isComplete) console.warn(`${missing}: the example bots are NOT tested`);

// Without them the suite says so above, and in CI it fails.
const suite = isComplete ? describe : describe.skip;
suite('the example bots', () => {
  test.each(families.map((family, n) => [family.id, n % 2 === 0 ? 'bot.ts' : 'bot.py', family] as const))(
    'play %s to its end with each other, at the table of %s',
    async (game, host, family) => {
      const seats = Math.min(3, builtInOf(family).seats.max);
      const first = run(host, game, String(seats), JSON.stringify(family.short ?? {}));
      await until(() => first.out().includes('\n') || first.err() !== '', 'the invitation');
      const invitation = first.out().trim();
      const guests = (['bot.py', 'bot.ts', 'session.sh'] as const).filter((program) => program !== host);
      const bots = [first, ...guests.slice(0, seats - 1).map((program) => run(program, invitation))];
      await expectGoodEnd(bots);
      const results = bots.map(resultOf);
      expect(results[0]?.ranking.map(({ seat }) => seat).sort()).toEqual(seatsFrom(0, seats));
      expect(results).toEqual(results.map(() => results[0]));
      expect(results[0]?.reason).not.toMatch(/resign/);
    },
  );

  test('session.sh plays against the bots of the server', async () => {
    const session = run('session.sh', 'borneo', '3');
    await expectGoodEnd([session]);
    expect(resultOf(session).ranking).toHaveLength(3);
  });
});
