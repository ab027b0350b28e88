// The container set-up, as far as it can be tested without an engine.
import { spawn } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob, relative } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { parse } from 'yaml';
import packageJson from '../package.json' with { type: 'json' };
import { readConfig } from '../server/process/config.ts';
import { SETTINGS } from '../server/process/settings.ts';
import { ruleFileIn } from '../server/records/rule-texts.ts';
import { kill, startProcess } from '../server/testing/process.ts';
import { scratch } from '../server/testing/scratch.ts';
import { families } from '../shared/games/index.ts';
import { LANGUAGES } from '../shared/kernel/game.ts';

jest.setTimeout(180_000);

const ROOT = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

interface Service {
  readonly ports: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly env_file?: readonly { readonly path: string; readonly required: boolean }[];
  readonly profiles?: readonly string[];
  readonly volumes: readonly string[];
  readonly stop_grace_period?: string;
  readonly hostname?: string;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string; readonly required?: boolean }>>;
}
const SERVICES = ['quayside', 'quayside-2', 'caddy', 'proxy', 'postgres', 'redis'] as const;
const compose = parse(read('docker-compose.yml'), { merge: true }) as {
  readonly services: Readonly<Record<(typeof SERVICES)[number], Service>>;
  readonly volumes: object;
};

test('every setting reaches the container, and only its own ones are fixed', () => {
  const { quayside } = compose.services;
  expect(quayside.env_file).toEqual([{ path: '.env', required: false }]);
  const fixed = Object.keys(quayside.environment);
  expect(read('.env.example')).not.toContain('](');
  const offered = [...read('.env.example').matchAll(/^#([A-Z_]+)=/gm)].map(([, name]) => name);
  // PORT is the machine's side of the same port.
  for (const name of Object.keys(SETTINGS))
    expect({ name, in: [...fixed, ...offered] }).toEqual({ name, in: expect.arrayContaining([name]) });
  expect(Number.parseInt(quayside.stop_grace_period ?? '', 10)).toBeGreaterThan(
    Number(SETTINGS.SHUTDOWN_SECONDS.default),
  );
});

test('a single server starts with what is fixed, and so does each of a cluster', () => {
  const { quayside, 'quayside-2': second } = compose.services;
  const shared = { DATABASE_URL: 'postgres://postgres/quayside', REDIS_URL: 'redis://redis:6379' };
  expect(readConfig(quayside.environment)).toMatchObject({ port: 2567, redisUrl: undefined });
  for (const { environment } of [quayside, second])
    expect(readConfig({ ...environment, ...shared })).toMatchObject({
      redisUrl: shared.REDIS_URL,
      peerAddress: environment['PEER_ADDRESS'],
    });
});

test('without a setting the server is reached from this machine only: what its proxy says of clients can be trusted', () => {
  for (const name of SERVICES) {
    const isProxy = name === 'caddy' || name === 'proxy';
    for (const port of isProxy ? [] : (compose.services[name].ports ?? []))
      expect({ name, port }).toEqual({ name, port: expect.stringMatching(/^\$\{BIND:-127\.0\.0\.1\}:/) });
  }
});

test.each(['Caddyfile', 'Caddyfile.cluster'])('%s keeps browsers on HTTPS, except on localhost', (file) => {
  expect(read(file)).toMatch(
    /@public not host localhost\n\theader @public Strict-Transport-Security max-age=31536000\n/,
  );
});

test('the proxy leads to the server, and runs only on request', () => {
  const { quayside, caddy } = compose.services;
  expect(caddy.profiles).toEqual(['https']);
  expect(read('Caddyfile')).toContain(`reverse_proxy quayside:${quayside.environment['PORT']}`);
  const all = SERVICES.flatMap((name) => compose.services[name].volumes ?? []);
  const named = all.map((volume) => volume.split(':')[0] ?? '');
  for (const volume of named.filter((name) => !name.startsWith('.')))
    expect(Object.keys(compose.volumes)).toContain(volume);
});

test('the profile «cluster» adds a second server and its services, each after its dependencies', () => {
  expect(Object.keys(compose.services)).toEqual([...SERVICES]);
  const inProfile = (profile: string) =>
    SERVICES.filter((name) => (compose.services[name].profiles ?? ['always']).includes(profile));
  expect(inProfile('always')).toEqual(['quayside']);
  expect(inProfile('cluster')).toEqual(['quayside-2', 'proxy', 'postgres', 'redis']);
  const { quayside, 'quayside-2': second, proxy } = compose.services;
  const needs = ({ depends_on = {} }: Service) =>
    Object.entries(depends_on).map(([name, { condition }]) => {
      // The servers' own check is in the image.
      const isChecked = name.startsWith('quayside') || 'healthcheck' in compose.services[name as 'redis'];
      return isChecked && condition === 'service_healthy' ? name : `${name}, which is never healthy`;
    });
  expect(needs(quayside)).toEqual(['postgres', 'redis']);
  // A single server starts without them.
  for (const { required } of Object.values(quayside.depends_on ?? {})) expect(required).toBe(false);
  expect(needs(second)).toEqual(['quayside']);
  expect(needs(proxy)).toEqual(['quayside', 'quayside-2']);
  // All values for the host to set are in one place.
  for (const [, name] of read('docker-compose.yml').matchAll(/\$\{([A-Z_]+)/g))
    expect(read('.env.example')).toContain(`#${name}=`);
});

test('both servers of a cluster differ only in their names, and find each other', () => {
  const { quayside, 'quayside-2': second, proxy } = compose.services;
  const { hostname, ports, environment, depends_on, profiles, ...same } = second;
  expect(quayside).toMatchObject(same);
  expect([hostname, ports]).toEqual(['quayside-2', []]);
  const { PORT, ...fixed } = quayside.environment;
  expect(fixed).toMatchObject({
    PEER_ADDRESS: `${quayside.hostname}:${PORT}`,
    MEMBER_NAME: quayside.hostname,
  });
  expect(environment).toEqual({
    ...fixed,
    PORT,
    PEER_ADDRESS: `${hostname}:${PORT}`,
    MEMBER_NAME: hostname,
  });
  expect(proxy.volumes[0]).toMatch(/^\.\/Caddyfile\.cluster:/);
});

test('the proxy of a cluster reaches every server in turn, and each under its name', () => {
  const { quayside, 'quayside-2': second, proxy } = compose.services;
  const servers = [quayside, second].map(({ environment }) => environment);
  const addresses = servers.map(({ PEER_ADDRESS }) => PEER_ADDRESS);
  expect(proxy.environment['MEMBERS']).toBe(addresses.join(' '));
  expect(proxy.environment['HOMES']?.trim().split('\n')).toEqual(
    servers.map(({ MEMBER_NAME, PEER_ADDRESS }) => `import home ${MEMBER_NAME} ${PEER_ADDRESS}`),
  );
});

test('everything that starts the server takes the same memory for new objects', () => {
  const [, npm] =
    /^node (--max-semi-space-size=\d+) server\/start\.mjs$/.exec(packageJson.scripts.start) ?? [];
  expect(npm).toBeDefined();
  for (const [file, line] of [
    ['Dockerfile', `\nCMD ["node", "${npm}", "server/start.mjs"]\n`],
    ['docs/operations.md', `\nExecStart=/usr/bin/node ${npm} server/start.mjs\n`],
    ['loadtest/compare/process.ts', `'${npm}',`],
  ] as const)
    expect(read(file)).toContain(line);
});

test('the health check of the image fails until the server accepts players', async () => {
  const [, command = '[]'] = /^HEALTHCHECK [^\n]*\\\n +CMD (\[.*\])$/m.exec(read('Dockerfile')) ?? [];
  const [program, ...args] = JSON.parse(command) as string[];
  expect(program).toBe('node');
  const healthy = (port: number) =>
    new Promise<number | null>((resolve) => {
      const env = { PATH: '', PORT: String(port) };
      spawn(process.execPath, args, { env, stdio: 'ignore' }).once('close', resolve);
    });
  const place = scratch();
  const server = startProcess(place.folder, {});
  const port = await server.port();
  expect(args.join(' ')).toContain('/ready');
  expect(await healthy(port)).toBe(0);
  await kill(server);
  expect(await healthy(port)).toBe(1);
  place.remove();
});

/** Whether a file is copied into the image and not left out before. */
function imageHolds(): (file: string) => boolean {
  const ignored = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !/^[#!*]$|^[#!]/.test(line));
  const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \.\/?\S*$/gm)].flatMap(
    ([, from = '']) => from.split(' '),
  );
  return (file) =>
    copied.some((from) => file === from || file.startsWith(`${from}/`)) &&
    !ignored.some((pattern) => matchesGlob(file, pattern) || matchesGlob(file, `${pattern}/**`));
}

test('everything that the server and its tools import is copied into the image', () => {
  const inImage = imageHolds();
  const missing: string[] = [];
  const seen = new Set<string>();
  const follow = (file: string, from: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    if (!inImage(file) || !existsSync(join(ROOT, file))) missing.push(`${file}, for ${from}`);
    if (!file.endsWith('.ts')) return;
    const imports = read(file).matchAll(/(?:from|import\(?) ?'(\.[^']+)'/g);
    for (const [, path = ''] of imports) follow(relative(ROOT, join(ROOT, dirname(file), path)), file);
  };
  const tools = globSync('tools/*.ts', { cwd: ROOT }).filter(inImage);
  expect(tools).toEqual(
    expect.arrayContaining(
      ['backup', 'restore', 'stats', 'export', 'verify', 'replay'].map((name) => `tools/${name}.ts`),
    ),
  );
  for (const name of ['backup', 'restore', 'stats', 'export', 'verify', 'replay'])
    follow(`tools/${name}.ts`, 'people');
  follow('server/start.mjs', 'the image');
  // Files that servers serve.
  for (const name of ['packing/join.ts', 'index.ts']) follow(`client/${name}`, 'pages');
  expect(seen.size).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});

test('the rules that the server serves are copied into the image', () => {
  const inImage = imageHolds();
  for (const language of LANGUAGES) {
    for (const { id } of families) {
      const file = ruleFileIn(join('shared/games', id), language);
      expect([file, existsSync(join(ROOT, file)) && inImage(file)]).toEqual([file, true]);
    }
  }
});
