// The kit passes our server, and catches every server that breaks a promise.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startDelayProxy } from '../loadtest/testing/delay-proxy.ts';
import { type Running, startServer } from '../server/testing/start.ts';
import type { GameFamily } from '../shared/kernel/game.ts';
import { families, folderOf } from '../shared/testing/registry.ts';
import { salvage } from '../shared/testing/salvage/index.ts';
import { Middleman } from './middleman.ts';
import { RULE_IDS } from './rules.ts';
import { SCENES, scenesFor, tryServer } from './run.ts';
import { FAULTS, SLOW_SCENES } from './testing/faults/index.ts';
import { holds } from './verdicts.ts';

const seed = '7'.repeat(32);

/** Rules that need a whole match. */
const AFTER_THE_END = ['P-6.4', 'P-6.5', 'P-6.6'];

/** Two players, who are asked at once: the registered game if there is one, since schemas are known by name. */
const sample: GameFamily = families.find(({ id }) => id === salvage.id) ?? salvage;
const forTwo = {
  ...sample,
  id: 'for-two',
  catalogue: {
    ...sample.catalogue,
    of: (edition: unknown) => ({ ...sample.catalogue.of(edition), game: 'for-two' }),
  },
  withEdition: (edition: object) => ({
    ...sample.withEdition(edition),
    id: 'for-two',
    seats: { min: 2, max: 2 },
  }),
};
const examined: readonly GameFamily[] = [...families, forTwo];

let running: Running;
beforeAll(async () => {
  running = await startServer({
    rooms: true,
    // The middleman is a proxy, behind which pages keep their origin.
    environment: { RATE_LIMITS: 'off', TRUST_PROXY: '1' },
    // The server waits for lost connections even after its end.
    roomLimits: { botPauseMs: 0, reconnectSeconds: 1 },
    overrides: {
      families: examined,
      gameFolder: (game) => folderOf(game === forTwo.id ? sample.id : game),
    },
  });
});
afterAll(() => running.stop());

const [first] = families;
if (first === undefined) throw new Error('there is no game');

test.each(examined.map((family, n) => [family.id, n, family] as const))(
  'our server keeps every promise with %s',
  async (_id, n, family) => {
    const scenes = scenesFor(n);
    const findings = await tryServer({ url: running.url, family, seed, scenes });
    expect(findings.filter((finding) => !holds(finding))).toEqual([]);
    const rules = new Set(scenes.flatMap((scene) => scene.rules));
    expect(findings.map(({ rule }) => rule).sort()).toEqual([...rules].sort());
  },
);

test.each(FAULTS.map((fault) => [fault.breaks, fault.what, fault] as const))(
  '%s is found broken where a server %s',
  async (rule, _what, fault) => {
    const middleman = new Middleman(running.url, fault.meddling());
    const url = await middleman.listen();
    try {
      const moves = AFTER_THE_END.includes(rule) ? 5_000 : 8;
      const plan = { url, family: first, seed, scenes: [fault.scene], moves };
      const findings = await tryServer(plan);
      expect(findings.find((finding) => finding.rule === rule)?.wrong).toEqual([
        expect.not.stringContaining('could not be tried'),
        ...(findings.find((finding) => finding.rule === rule)?.wrong.slice(1) ?? []),
      ]);
    } finally {
      await middleman.close();
    }
  },
);

test('a proxy that changes nothing is not noticed', async () => {
  const middleman = new Middleman(running.url, {});
  const url = await middleman.listen();
  const scenes = SCENES.filter((scene) => !SLOW_SCENES.includes(scene));
  const findings = await tryServer({ url, family: first, seed, scenes });
  await middleman.close();
  expect(findings.filter((finding) => !holds(finding))).toEqual([]);
});

test('an honest server with a slow network passes: each scene closes only its own connections', async () => {
  const proxy = await startDelayProxy(running.url, [20]);
  try {
    const findings = await tryServer({ url: proxy.url, family: first, seed, scenes: SCENES });
    expect(findings.filter((finding) => !holds(finding))).toEqual([]);
  } finally {
    await proxy.close();
  }
});

test('every rule has a scene, and a fault that proves it is tested', () => {
  expect([...new Set(SCENES.flatMap((scene) => scene.rules))].sort()).toEqual([...RULE_IDS].sort());
  const slow = SLOW_SCENES.flatMap((scene) => scene.rules);
  expect([...new Set([...FAULTS.map(({ breaks }) => breaks), ...slow])].sort()).toEqual([...RULE_IDS].sort());
});
