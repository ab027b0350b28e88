// Environment variables that look like a setting with a slip in its name: nothing else would mention them.
import type { Environment } from './config.ts';
import { SETTINGS } from './settings.ts';

/** Short names are alike by chance: HOME and HOST. */
const SHORT = 8;

interface Misspelt {
  readonly name: string;
  /** The setting with the nearest name. */
  readonly meant: string;
}

export function misspelt(environment: Environment): readonly Misspelt[] {
  return Object.keys(environment).flatMap((name) => {
    if (name in SETTINGS) return [];
    const meant = Object.keys(SETTINGS).find(
      (setting) => slips(name.toUpperCase(), setting) <= (setting.length < SHORT ? 1 : 2),
    );
    return meant === undefined ? [] : [{ name, meant }];
  });
}

/** How many letters are missing, additional, different, or swapped with their neighbour. */
function slips(word: string, other: string): number {
  const far = word.length + other.length;
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= word.length; row++) {
    const line = [row];
    for (let column = 1; column <= other.length; column++) {
      const above = rows[row - 1]?.[column] ?? far;
      const before = line[column - 1] ?? far;
      const diagonal = rows[row - 1]?.[column - 1] ?? far;
      const isSame = word[row - 1] === other[column - 1];
      const isSwapped = word[row - 1] === other[column - 2] && word[row - 2] === other[column - 1];
      const swapped = isSwapped ? (rows[row - 2]?.[column - 2] ?? far) : far;
      line.push(Math.min(above + 1, before + 1, isSame ? diagonal : diagonal + 1, swapped + 1));
    }
    rows.push(line);
  }
  return rows[word.length]?.[other.length] ?? far;
}
