// The rules of every game at their addresses, as programs and people ask for them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { LANGUAGES } from '../../shared/kernel/game.ts';
import { families } from '../../shared/testing/registry.ts';
import { loadRuleTexts } from '../records/rule-texts.ts';
import { captureLog, scratch } from '../testing/scratch.ts';
import { type Answered, ask, type Running, startServer } from '../testing/start.ts';
import { toyFamily } from '../testing/toy-game.ts';

let running: Running;
beforeAll(async () => {
  running = await startServer({
    environment: { RATE_LIMITS: 'off' },
    overrides: { families: [...families, toyFamily] },
  });
});
afterAll(() => running.stop());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  ask(running.port, `/api/v1/games/${path}`, { headers, method });

interface RuleText {
  readonly title: string;
  readonly chapters: readonly {
    readonly id: string;
    readonly title: string;
    readonly intro: string;
    readonly rules: readonly { readonly id: string; readonly text: string }[];
  }[];
}

async function readRules(game: string, language: string): Promise<RuleText> {
  const answer = await get(`${game}/rules/${language}`);
  expect([answer.status, answer.headers['content-language']]).toEqual([200, language]);
  return answer.json() as unknown as RuleText;
}

describe.each(families.map((family) => [family.id, family.rulePrefix] as const))('%s', (game, prefix) => {
  test('the same rules in every language, each under its id', async () => {
    const ids = new Set<string>();
    for (const language of LANGUAGES) {
      const { chapters } = await readRules(game, language);
      const own = chapters.flatMap(({ rules }) => rules.map(({ id }) => id));
      ids.add(own.join());
      for (const { rules, ...chapter } of chapters) {
        const { id, title } = chapter;
        expect(title).toMatch(/\p{L}{3}/u);
        for (const rule of rules) {
          expect(rule.id.startsWith(`${id}.`) && id.startsWith(`${prefix}-`)).toBe(true);
          expect(rule.text).toMatch(/\p{L}{3}/u);
        }
        const [rule] = rules;
        const answer = await get(`${game}/rules/${language}/${rule?.id}`);
        expect(answer.json()).toEqual({ ...rule, game, language, chapter });
      }
    }
    expect(ids.size).toBe(1);
  });

  test('as one text, including what belongs to no rule', async () => {
    for (const language of LANGUAGES) {
      const { title, chapters } = await readRules(game, language);
      const answer = await get(`${game}/rules/${language}`, { Accept: 'text/markdown' });
      expect(answer.headers['content-type']).toBe('text/markdown; charset=utf-8');
      expect(answer.text.startsWith(`# ${title}\n`)).toBe(true);
      for (const { rules } of chapters)
        for (const { id, text } of rules) expect(answer.text).toContain(` **${id}** ${text}\n`);
      expect(answer.text).toMatch(/^## \p{L}{3}/mu);
    }
  });
});

test('a rule as text is itself and nothing more', async () => {
  const { text } = (await get('borneo/rules/fr/BOR-5.3')).json();
  const answer = await get('borneo/rules/fr/BOR-5.3', { Accept: 'text/markdown, application/json;q=0.5' });
  expect(answer.headers['content-type']).toBe('text/markdown; charset=utf-8');
  expect(answer.text).toBe(`**BOR-5.3** ${String(text)}\n`);
});

test('JSON is sent unless text is preferred', async () => {
  const forms = async (accept: string) =>
    String((await get('borneo/rules/en/BOR-5.3', { Accept: accept })).headers['content-type']).split(';')[0];
  for (const accept of [
    '*/*',
    'application/json',
    'text/html,*/*;q=0.8',
    'image/png',
    'text/markdown;q=0, */*',
  ])
    expect([accept, await forms(accept)]).toEqual([accept, 'application/json']);
  for (const accept of ['text/markdown', 'text/*', 'application/json;q=0.5, text/markdown'])
    expect([accept, await forms(accept)]).toEqual([accept, 'text/markdown']);
});

test('cached: a tag for each form, revalidated without sending the text', async () => {
  const tags = new Set<unknown>();
  for (const path of ['rotterdam/rules/fr', 'rotterdam/rules/en', 'rotterdam/rules/fr/ROT-1.1']) {
    for (const accept of ['application/json', 'text/markdown']) {
      const headers = { Accept: accept };
      const whole = await get(path, headers);
      tags.add(whole.headers.etag);
      expect(whole.headers['cache-control']).toBe('public, no-cache');
      expect(String(whole.headers.vary)).toContain('Accept');
      const again = await get(path, { ...headers, 'If-None-Match': String(whole.headers.etag) });
      expect([again.status, again.text]).toEqual([304, '']);
      const head = await get(path, headers, 'HEAD');
      expect([head.status, head.headers['content-length'], head.text]).toEqual([
        200,
        String(Buffer.byteLength(whole.text)),
        '',
      ]);
    }
  }
  expect(tags.size).toBe(6);
});

test.each([
  ['nothing/rules/fr', 'unknown-game'],
  [`${'x'.repeat(65)}/rules/fr`, 'unknown-game'],
  ['__proto__/rules/fr', 'unknown-game'],
  ['nothing/rules/fr/BOR-1.1', 'unknown-game'],
  ['borneo/rules/de', 'unknown-language'],
  ['borneo/rules/FR', 'unknown-language'],
  ['borneo/rules/..', 'bad-target'],
  ['borneo/rules/..%2fborneo', 'bad-target'],
  ['borneo/rules/constructor', 'unknown-language'],
  ['toy/rules/fr', 'unknown-language'],
  ['borneo/rules/fr/BOR-99.1', 'unknown-rule'],
  ['borneo/rules/fr/ROT-1.1', 'unknown-rule'],
  ['borneo/rules/fr/bor-1.1', 'unknown-rule'],
  ['borneo/rules/fr/BOR-1', 'unknown-rule'],
  ['borneo/rules/fr/__proto__', 'unknown-rule'],
  ['borneo/rules/fr/..%2f..%2fborneo.md', 'bad-target'],
  [`borneo/rules/fr/${'B'.repeat(17)}`, 'unknown-rule'],
  ['borneo/rules/fr/BOR-1.1/more', 'not-found'],
])('GET /games/%s: %s', async (path, code) => {
  const answer: Answered = await get(path);
  expect([answer.status, answer.json()['code']]).toEqual([code === 'bad-target' ? 400 : 404, code]);
});

test('a text that is missing or too large is not served, and the log says why', () => {
  const { folder, remove } = scratch();
  const { log, lines } = captureLog();
  mkdirSync(join(folder, 'rules'));
  writeFileSync(join(folder, 'rules', 'en.md'), '# Toy\n### TOY-1 Start\nAt first:\n- **TOY-1.1** Begin.\n');
  const load = (maxBytes: number) =>
    loadRuleTexts({ families: [toyFamily], folderOf: () => folder, maxBytes, log }).get('toy');
  expect(load(1_000)?.get('en')?.chapters).toEqual([
    { id: 'TOY-1', title: 'Start', intro: 'At first:', rules: [{ id: 'TOY-1.1', text: 'Begin.' }] },
  ]);
  expect(load(1_000)?.get('fr')).toBeUndefined();
  expect(load(20)?.get('en')).toBeUndefined();
  const told = lines().map((line) => [line['language'], String(line['reason'])]);
  expect(told).toContainEqual(['en', 'the file has 53 bytes, at most 20 are read']);
  expect(told).toContainEqual(['fr', expect.stringMatching(/ENOENT/)]);
  remove();
});
