// The rules for players match the specification, and differences are detected.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parseRuleText } from '../server/records/rule-text.ts';
import { ruleFileIn } from '../server/records/rule-texts.ts';
import { LANGUAGES } from '../shared/kernel/game.ts';
import { testedGames } from '../shared/testing/registry.ts';
import { type RuleDocument, ruleProblems } from './rule-ids.ts';

const read = (file: string): RuleDocument => ({
  file,
  text: readFileSync(join(import.meta.dirname, '..', file), 'utf8'),
});

test.each(testedGames.map(({ id, folder, family }) => [id, folder, family.rulePrefix] as const))(
  '%s: every rule in every language, each once, in the same chapters',
  (_id, folder, prefix) => {
    const texts = LANGUAGES.map((language) => read(ruleFileIn(folder, language)));
    expect(ruleProblems(read(`${folder}/rules.md`), texts, prefix)).toEqual([]);
    const [first = [], ...others] = texts.map(({ text }) =>
      parseRuleText(text).chapters.map(({ id, rules }) => [id, rules.map((rule) => rule.id)]),
    );
    expect(first.flatMap(([, ids]) => ids).length).toBeGreaterThan(10);
    for (const other of others) expect(other).toEqual(first);
  },
);

test.each(testedGames.map((one) => [one.id, one] as const))(
  '%s: players read what every option means',
  (_id, { folder, family: { sentences } }) => {
    for (const language of LANGUAGES) {
      const { text } = read(ruleFileIn(folder, language));
      const options = Object.keys(sentences[language].options);
      expect([language, options.filter((key) => !text.includes(`(\`${key}\`)`))]).toEqual([language, []]);
    }
  },
);

const specification = read('shared/games/borneo/rules.md');
const french = read('shared/games/borneo/rules/fr.md');
const line = /^- \*\*BOR-5\.3\*\* .*\n/m;

test.each<[string, string[], (text: string) => string]>([
  [
    'a missing rule',
    ['shared/games/borneo/rules/fr.md: BOR-5.3 is missing'],
    (text) => text.replace(line, ''),
  ],
  [
    'a doubled rule',
    ['shared/games/borneo/rules/fr.md: BOR-5.3 occurs 2 times'],
    (text) => text.replace(line, (found) => found + found),
  ],
  [
    'an unknown rule',
    ['shared/games/borneo/rules/fr.md: BOR-5.99 is not a rule of shared/games/borneo/rules.md'],
    (text) => text.replace(line, (found) => `${found}- **BOR-5.99** Rien.\n`),
  ],
  [
    'a rule of another game',
    [
      'shared/games/borneo/rules/fr.md: ROT-5.3 does not begin with BOR',
      'shared/games/borneo/rules/fr.md: ROT-5.3 is not a rule of shared/games/borneo/rules.md',
      'shared/games/borneo/rules/fr.md: ROT-5.3 is not a line "- **ROT-5.3** …" in its chapter',
    ],
    (text) => text.replace(line, (found) => `${found}- **ROT-5.3** Rien.\n`),
  ],
  [
    'a rule in the middle of a sentence',
    ['shared/games/borneo/rules/fr.md: BOR-5.3 is not a line "- **BOR-5.3** …" in its chapter'],
    (text) => text.replace('- **BOR-5.3** ', '- Voici **BOR-5.3** '),
  ],
  [
    'a rule in the chapter of another',
    ['shared/games/borneo/rules/fr.md: BOR-5.3 is not a line "- **BOR-5.3** …" in its chapter'],
    (text) =>
      text.replace(line, '').replace(/^- \*\*BOR-6\.1\*\*/m, (rule) => `${line.exec(text)?.[0]}${rule}`),
  ],
  [
    'a reference to nothing',
    ['shared/games/borneo/rules/fr.md: BOR-5.99 is referred to but is not a rule'],
    (text) => text.replace('(BOR-13)', '(BOR-5.99)'),
  ],
])('it is noticed: %s', (_what, problems, change) => {
  const changed = { ...french, text: change(french.text) };
  expect(changed.text).not.toBe(french.text);
  expect(ruleProblems(specification, [changed], 'BOR')).toEqual(problems);
});

test('detected: a game without a text', () => {
  const missing = ruleProblems(specification, [{ file: 'none.md', text: '' }], 'BOR');
  expect([missing.length > 50, missing[0]]).toEqual([true, 'none.md: BOR-1.1 is missing']);
});

test('detected: a specification with a duplicate', () => {
  const text = specification.text.replace(line, (found) => found + found);
  const twice = { ...specification, text };
  expect(ruleProblems(twice, [french], 'BOR')).toEqual([
    'shared/games/borneo/rules.md: BOR-5.3 occurs 2 times',
  ]);
});
