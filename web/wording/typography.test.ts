// The texts of the web client follow the typography of their language, with the same checks as the games'
// texts.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { LANGUAGES, type Language } from '../../shared/kernel/game.ts';
import { faultsInText } from '../../shared/testing/faulty-texts.ts';

const files = globSync('web/**/lang/*.json').sort();

test.each(files)('%s', (file) => {
  // Not what only joins two others, such as a colon.
  const texts = textsOf(JSON.parse(readFileSync(file, 'utf8'))).filter((text) => /\p{L}/u.test(text));
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.flatMap((text) => faultsInText(text.replace(/{[^}]*}/g, 'X'), languageOf(file)))).toEqual([]);
});

test('a planted fault is found', () => {
  expect(faultsInText('Retirer\u00A0: X', 'fr')).not.toEqual([]);
});

function languageOf(file: string): Language {
  const language = LANGUAGES.find((known) => file.endsWith(`${known}.json`));
  if (language === undefined) throw new Error(`${file}: in no language`);
  return language;
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Object.values(value as object).flatMap(textsOf);
}
