// npm run golden: plays the golden games of every game and stores new ones in its golden.json. Stored
// ones are replaced only under a new rulesVersion, or with `-- --shown` if only the views changed.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommandLine } from '../cli/command-line.ts';
import { toggle } from '../cli/options.ts';
import { type GoldenFile, goldenFile } from '../shared/testing/golden.ts';
import { renew } from '../shared/testing/golden-file.ts';
import { pastGames, testedGames } from '../shared/testing/registry.ts';

const { values } = readCommandLine({
  usage: `usage: npm run golden [-- --shown]
Plays the golden games and stores new ones.`,
  options: { shown: toggle('accepts changed views if the games take the same course') },
});
for (const { family, game, folder } of [...testedGames, ...pastGames]) {
  const title = `${family.id} ${family.rulesVersion}`;
  const file = join(import.meta.dirname, '..', folder, 'golden.json');
  const stored = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as GoldenFile) : undefined;
  const played = goldenFile(family, game);
  const renewal = renew(stored, played, { shownOnly: values.shown });
  if (!renewal.ok) {
    console.error(`${title}: not written, rulesVersion is still ${played.rulesVersion}`);
    for (const reason of renewal.reasons.slice(0, 10)) console.error(`  ${reason}`);
    if (renewal.reasons.length > 10) console.error(`  … and ${renewal.reasons.length - 10} more`);
    process.exitCode = 1;
  } else if (renewal.changes.length === 0) {
    console.log(`${title}: up to date`);
  } else {
    writeFileSync(file, `${JSON.stringify(renewal.file, null, 2)}\n`);
    console.log(`${title}: written (${renewal.changes.length} changes)`);
  }
}
