// The first match of each game that has one: the rules accept it, it meets every chapter of them, and all of it is told.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { families } from '../games/index.ts';
import { canonicalJson } from '../kernel/canonical.ts';
import { Course, type FirstMatch, type Script, type Step, scriptSchema } from '../kernel/course.ts';
import { LANGUAGES } from '../kernel/game.ts';
import { faultsInText } from './faulty-texts.ts';

const GAMES = join(import.meta.dirname, '../games');
/** Of a sentence: longer ones are not read, and do not fit on a phone. */
const LONGEST = 200;
const RULE = /\*\*([A-Z]{3}-\d+)\.\d+\*\*/g;

const folders = families.map(({ id }) => id).filter((id) => existsSync(join(GAMES, id, 'first-match')));
const read = async (id: string) =>
  ((await import(`../games/${id}/first-match/index.ts`)) as { readonly firstMatch: FirstMatch }).firstMatch;
const rulesOf = (id: string) => readFileSync(join(GAMES, id, 'rules/en.md'), 'utf8');

const saidIn = (script: Script) => script.steps.filter((step) => 'say' in step);

function problemsIn(script: Script, rules: string): string[] {
  const known = new Set([...rules.matchAll(RULE)].map(([id]) => id.slice(2, -2)));
  const met = saidIn(script).flatMap(({ teaches = [] }) => teaches);
  const covered = new Set([...met.map((id) => id.replace(/\.\d+$/, '')), ...Object.keys(script.beyond)]);
  const chapters = new Set([...rules.matchAll(RULE)].map(([, chapter = '']) => chapter));
  return [
    ...met.filter((id) => !known.has(id)).map((id) => `${id} is no rule`),
    ...[...chapters].filter((id) => !covered.has(id)).map((id) => `${id} is never met`),
    ...Object.keys(script.beyond)
      .filter((id) => !chapters.has(id))
      .map((id) => `${id} is no chapter`),
  ];
}

test('a chapter that is never met, and a rule that does not exist, are found', () => {
  const rules = '- **BOR-1.1** …\n- **BOR-2.1** …';
  const script = (step: Step, beyond = {}): Script => ({
    ...{ seed: '0', seats: 3, seat: 0, options: {}, beyond },
    steps: [step],
  });
  expect(problemsIn(script({ say: 'a', teaches: ['BOR-1.1', 'BOR-2.1'] }), rules)).toEqual([]);
  expect(problemsIn(script({ say: 'a', teaches: ['BOR-1.1'] }), rules)).toEqual(['BOR-2 is never met']);
  expect(problemsIn(script({ say: 'a', teaches: ['BOR-1.7', 'BOR-2.1'] }), rules)).toEqual([
    'BOR-1.7 is no rule',
  ]);
  expect(problemsIn(script({ say: 'a' }, { 'BOR-1': '', 'BOR-2': '', 'BOR-3': '' }), rules)).toEqual([
    'BOR-3 is no chapter',
  ]);
});

describe.each(folders)('the first match of %s', (id) => {
  test('is legal from the deal to the result; whatever is asked for is on offer', async () => {
    const course = new Course(await read(id));
    for (const _ of course.begin());
    while (!course.isDone) {
      const { wanted, match, game } = course;
      if (wanted !== undefined) {
        const { type, ...fields } = wanted;
        const command = game.parseCommand(type, fields);
        if (!command.ok) throw new Error(command.detail ?? command.code);
        const offered = [...match.legal(course.script.seat, { type, fields })].map(canonicalJson);
        expect(offered).toContain(canonicalJson(command.value));
        expect(course.wants(command.value)).toBe(true);
      }
      for (const _ of course.goOn());
    }
    expect(course.match.over).toBe(true);
    expect(course.match.violations()).toEqual([]);
    // A first match is won.
    expect(course.match.result()?.winners).toContain(course.script.seat);
  });

  test('stops where its rules would refuse a move', async () => {
    const { family, script } = await read(id);
    const { steps, ...rest } = scriptSchema.parse(script);
    const [own] = steps.flatMap((step) => ('play' in step ? [step.play] : []));
    const doubled = new Course({
      family,
      script: { ...rest, steps: [{ moves: Array(9).fill([rest.seat, own]) }] },
    });
    expect(() => [...doubled.begin()]).toThrow(/is refused/);
  });

  test('meets every chapter of the rules', async () => {
    const { script } = await read(id);
    expect(problemsIn(scriptSchema.parse(script), rulesOf(id))).toEqual([]);
  });

  test.each(LANGUAGES)('is told in %s, in sentences of the language', async (language) => {
    const { script: raw, texts } = await read(id);
    const script = scriptSchema.parse(raw);
    const others = Array.from({ length: script.seats }, (_, seat) => seat).filter(
      (seat) => seat !== script.seat,
    );
    const names = [...saidIn(script).map(({ say }) => say), ...others.map((seat) => `seat-${seat}`), 'end'];
    expect(Object.keys(texts[language]).sort()).toEqual([...new Set(names)].sort());
    const all = Object.values(texts[language]);
    expect(all.flatMap((text) => faultsInText(text, language))).toEqual([]);
    expect(all.filter((text) => text.length > LONGEST)).toEqual([]);
  });
});
