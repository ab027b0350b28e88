// What a kept version of a game's rules must have, so that its matches go on as they began.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtInOf } from '../kernel/built-in.ts';
import { type GameFamily, LANGUAGES, type Sentences } from '../kernel/game.ts';
import { type GoldenFile, goldenFile } from './golden.ts';
import { differences } from './golden-file.ts';

export const goldenIn = (folder: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../..', folder, 'golden.json'), 'utf8')) as GoldenFile;

/** Empty if all is well. `golden`: the stored golden games of that version. */
export function problemsOfPast(current: GameFamily, past: GameFamily, golden: GoldenFile): string[] {
  const title = `${past.id} ${past.rulesVersion}`;
  const problems = [
    ...(past.rulesVersion < current.rulesVersion ? [] : ['not older than the current rules']),
    ...differences(golden, goldenFile(past, builtInOf(past))),
    ...LANGUAGES.flatMap((language) =>
      unsaid(current.sentences[language], past.sentences[language]).map(
        (key) => `lang/${language}.json lacks ${key}, which matches under these rules need`,
      ),
    ),
  ];
  return problems.map((problem) => `${title}: ${problem}`);
}

/** The current texts are shown at all tables of the game. */
function unsaid(current: Sentences, past: Sentences): string[] {
  const keysOf = ({ title: _title, ...groups }: Sentences) =>
    Object.entries(groups).flatMap(([group, texts]) => Object.keys(texts).map((key) => `${group}.${key}`));
  const said = new Set(keysOf(current));
  return keysOf(past).filter((key) => !said.has(key));
}
