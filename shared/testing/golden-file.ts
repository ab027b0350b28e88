// Compares golden games with the stored ones, and decides when stored ones may be replaced.
import type { GoldenFile, GoldenGame } from './golden.ts';

/** The differences between the stored golden games and those just played. */
export function differences(stored: GoldenFile, played: GoldenFile): string[] {
  const found: string[] = [];
  if (stored.rulesVersion !== played.rulesVersion)
    found.push(`the stored games are of rulesVersion ${stored.rulesVersion}, not ${played.rulesVersion}`);
  if (stored.edition !== played.edition) found.push('the stored games are of another built-in edition');
  for (const name of new Set([...Object.keys(stored.games), ...Object.keys(played.games)])) {
    const [before, after] = [stored.games[name], played.games[name]];
    if (before === undefined) found.push(`${name}: not stored yet`);
    else if (after === undefined) found.push(`${name}: stored, but no longer played`);
    else found.push(...differencesOf(before, after).map((what) => `${name}: ${what}`));
  }
  if (stored.missed !== played.missed)
    found.push(`missed by all games: '${played.missed}', stored is '${stored.missed}'`);
  return found;
}

function differencesOf(before: GoldenGame, after: GoldenGame): string[] {
  const found: string[] = [];
  const course = firstChange(before.course, after.course);
  if (course !== undefined) found.push(`another course ${course}`);
  const shown = firstChange(before.shown, after.shown);
  // A different course also looks different: one message is enough.
  if (course === undefined && shown !== undefined) found.push(`the same course, shown differently ${shown}`);
  if (before.ending !== after.ending) found.push(`ends with ${after.ending}; stored is ${before.ending}`);
  if (before.commands !== after.commands)
    found.push(`${after.commands} commands; stored are ${before.commands}`);
  return found;
}

function firstChange(before: string, after: string): string | undefined {
  if (before === after) return undefined;
  const [old, fresh] = [before.split(' '), after.split(' ')];
  const index = old.findIndex((mark, at) => mark !== fresh[at]);
  return `at mark ${index < 0 ? old.length : index} of ${old.length}`;
}

type Renewal =
  | { readonly ok: true; readonly file: GoldenFile; readonly changes: readonly string[] }
  | { readonly ok: false; readonly reasons: readonly string[] };

/**
 * Replaces stored games only under a higher `rulesVersion` or another edition; new games may be added at any
 * time. `shownOnly` allows changes that only show the same course differently (such as a new view field): they break
 * no journal, so stored matches need not be frozen.
 */
export function renew(
  stored: GoldenFile | undefined,
  played: GoldenFile,
  { shownOnly = false }: { shownOnly?: boolean } = {},
): Renewal {
  if (stored === undefined) return { ok: true, file: played, changes: ['all games are new'] };
  const changes = differences(stored, played);
  if (played.rulesVersion < stored.rulesVersion)
    return {
      ok: false,
      reasons: [`rulesVersion fell from ${stored.rulesVersion} to ${played.rulesVersion}`],
    };
  if (played.rulesVersion > stored.rulesVersion || stored.edition !== played.edition)
    return { ok: true, file: played, changes };
  const reasons: string[] = [];
  for (const [name, before] of Object.entries(stored.games)) {
    const after = played.games[name];
    if (after === undefined) reasons.push(`${name}: would be lost`);
    else if (!(shownOnly ? isSameCourse : isSame)(before, after))
      reasons.push(...differencesOf(before, after).map((what) => `${name}: ${what}`));
  }
  return reasons.length > 0 ? { ok: false, reasons } : { ok: true, file: played, changes };
}

function isSame(before: GoldenGame, after: GoldenGame): boolean {
  return isSameCourse(before, after) && before.shown === after.shown;
}

function isSameCourse(before: GoldenGame, after: GoldenGame): boolean {
  return (
    before.course === after.course && before.ending === after.ending && before.commands === after.commands
  );
}
