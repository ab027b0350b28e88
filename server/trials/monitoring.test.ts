// The dashboard and alerts use existing metrics and labels.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { ask, type Running, startServer } from '../testing/start.ts';

const FOLDER = join(import.meta.dirname, '../../docs/monitoring');
const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8');

let server: Running;
/** By name, the samples of each metric; of a histogram under the names of its parts. */
const known = new Map<string, string>();
beforeAll(async () => {
  server = await startServer();
  // Metrics that appear only with their first event.
  const { metrics } = server.quayside;
  const { metrics: rooms } = server.quayside.deps;
  rooms.commandAccepted('toy', 'player', 0.1);
  rooms.commandRefused('toy', 'frozen');
  rooms.matchEnded('toy', 'finished');
  rooms.matchesStored([{ status: 'lobby', game: 'toy', matches: 1 }]);
  const rules = { game: 'toy', rulesVersion: 1, edition: 'own', editionHash: 'f', matches: 1 };
  rooms.rulesInUse([{ ...rules, processes: 1, isHere: true }]);
  metrics.uncaught('exception');
  metrics.noticesEnded('delivered', 1, 0.1);
  await ask(server.port, '/health');
  const text = (await ask(server.port, '/metrics')).text;
  for (const [sample = '', name = ''] of text.matchAll(/^([a-z_]+)(?:{[^}]*})? .*$/gm))
    known.set(name, `${known.get(name) ?? ''}${sample}\n`);
});
afterAll(() => server.stop());

test('without a token metrics are for programs on this machine, not for those that a proxy speaks for', async () => {
  for (const header of ['X-Forwarded-For', 'X-Forwarded-Host', 'X-Real-IP', 'Forwarded', 'Via']) {
    const { status, headers } = await ask(server.port, '/metrics', { headers: { [header]: '127.0.0.1' } });
    expect([header, status, headers['www-authenticate']]).toEqual([header, 401, 'Bearer realm="metrics"']);
  }
});

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string;
      readonly expr: string;
      readonly annotations: { readonly summary: string };
    }[];
  }[];
}
interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
  }[];
}

const rules = (parse(read('alerts.yml')) as Rules).groups.flatMap((group) => group.rules);
const panels = (JSON.parse(read('dashboard.json')) as Dashboard).panels;
const expressions: [string, string][] = [
  ...rules.map(({ alert, expr }): [string, string] => [alert, expr]),
  ...panels.flatMap(({ title, targets }) =>
    targets.map(({ expr, legendFormat }): [string, string] => [title, `${expr} ${legendFormat}`]),
  ),
];

test.each(expressions)('%s: %s', (_title, expression) => {
  const names = [...expression.matchAll(/\b(?:quayside|process|nodejs)_[a-z_]+/g)].map(([name]) => name);
  if (!expression.startsWith('up{')) expect(names.length).toBeGreaterThan(0);
  for (const name of names) expect([...known.keys()]).toContain(name);
  const samples = names.map((name) => known.get(name) ?? '').join('');
  const labels = [
    ...[...expression.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(', ')),
    ...[...expression.matchAll(/([a-z]+)="[a-z]+"/g)].map(([, label = '']) => label),
  ].filter((label) => !['job', 'instance'].includes(label));
  for (const label of labels) expect(samples).toContain(`${label}="`);
});

test('names of alerts and panels are unique, and alerts say what to do', () => {
  for (const names of [rules.map(({ alert }) => alert), panels.map(({ title }) => title)]) {
    expect(names.length).toBeGreaterThan(8);
    expect(new Set(names).size).toBe(names.length);
  }
  for (const { annotations } of rules) expect(annotations.summary.length).toBeGreaterThan(20);
});
