// Every rule of a game's rules.md has a test that begins with its id, no test names an unknown rule, and what
// players read has every rule in every language.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommandLine } from '../cli/command-line.ts';
import { ruleFileIn } from '../server/records/rule-texts.ts';
import { LANGUAGES } from '../shared/kernel/game.ts';
import { testedGames } from '../shared/testing/registry.ts';
import { idsOf, type RuleDocument, ruleProblems } from './rule-ids.ts';

readCommandLine({
  usage: `usage: npm run check:rules
Says which rules of the games' rules.md have no test, which tests name a rule that does not exist, and
which rules are missing from what players read.`,
});

/** Ids at the start of a test title, several separated by commas or spaces: `BOR-1.1, BOR-1.2 …`. */
const TITLE = /\b(?:test|it)(?:\.each\([^)]*\))?\(\s*[`'"]((?:[A-Z]{3}-\d+\.\d+[,\s]*)+)/g;
const ID = /[A-Z]{3}-\d+\.\d+/g;

const defined = new Map<string, string>();
for (const file of globSync('shared/*/*/rules.md')) {
  for (const id of idsOf(readFileSync(file, 'utf8'))) defined.set(id, file);
}
const tested = new Map<string, string>();
for (const file of globSync('{shared,rooms,server}/**/*.test.ts')) {
  for (const [, ids] of readFileSync(file, 'utf8').matchAll(TITLE)) {
    for (const [id] of (ids as string).matchAll(ID)) tested.set(id, file);
  }
}

const readRules = (file: string): RuleDocument => ({
  file,
  text: existsSync(file) ? readFileSync(file, 'utf8') : '',
});

const problems = [
  ...[...defined].filter(([id]) => !tested.has(id)).map(([id, file]) => `${id} (${file}) has no test`),
  ...[...tested].filter(([id]) => !defined.has(id)).map(([id, file]) => `${id} (${file}) is not a rule`),
  ...testedGames.flatMap(({ folder, family }) => {
    const texts = LANGUAGES.map((language) => readRules(ruleFileIn(folder, language)));
    return ruleProblems(readRules(join(folder, 'rules.md')), texts, family.rulePrefix);
  }),
];
for (const problem of problems) console.error(problem);
console.log(`rules: ${defined.size} defined, ${tested.size} tested, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
