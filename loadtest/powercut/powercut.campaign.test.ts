// A short campaign, and what must be found: each planted fault within 20 cuts.
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { isAvailable } from '../../cli/available.ts';
import { parseCommandLine } from '../../cli/command-line.ts';
import { hasPostgres, MISSING } from '../../cli/private-postgres.ts';
import { PowercutCampaign } from './campaign.ts';
import { COMMAND } from './options.ts';
import { canRecord } from './recording.ts';

const FORGETFUL = join(import.meta.dirname, '../../server/testing/forgetful.ts');
const PATIENCE_MS = 600_000;
const SOON = 60;

const optionsOf = (args: readonly string[]) => {
  const options = parseCommandLine(COMMAND, args)?.values;
  if (options === undefined) throw new Error('no options');
  return options;
};

const run = async (args: readonly string[], fault = 'none') => {
  const options = optionsOf(args);
  // A planted fault does not reach the store's thread.
  const settings = { FAULT: fault, ...(fault !== 'none' && { STORE_THREAD: 'off' }) };
  // A planted fault shows soon.
  const stage = fault === 'none' ? {} : { commands: SOON };
  return await new PowercutCampaign(options, { through: FORGETFUL, settings, ...stage }).run();
};

(canRecord() ? describe : describe.skip)('the power is cut', () => {
  test(
    'nothing that was acknowledged is missing from any disk, and backups, editions and the key are whole',
    async () => {
      const { findings, cuts, torn, acknowledged, starts } = await run(['--cuts', '40', '--torn', '10']);
      expect(findings).toEqual([]);
      expect({ cuts, torn, used: starts.used }).toEqual({ cuts: 40, torn: 10, used: 40 });
      expect(acknowledged).toBeGreaterThan(500);
      expect(starts.backups).toBeGreaterThan(0);
    },
    PATIENCE_MS,
  );

  test.each([
    ['a log that is not synced at every commit', 'normal', /version \d+ was promised, \d+ are stored/],
    ['a database that is never synced', 'off', /was promised/],
    ['an answer before the commit', 'early', /version \d+ was promised, \d+ are stored/],
    ['names that are not synced', 'names', /a backup is lost|is another one|identity.key is missing/],
  ])(
    'found within 20 cuts: %s',
    async (_what, fault, expected) => {
      const { findings } = await run(['--cuts', '20', '--torn', '4'], fault);
      expect(findings.join('\n')).toMatch(expected);
    },
    PATIENCE_MS,
  );
});

(canRecord() && isAvailable(hasPostgres() ? [] : [MISSING]) ? describe : describe.skip)(
  'the power of PostgreSQL is cut',
  () => {
    test(
      'nothing that was acknowledged is missing from any disk',
      async () => {
        const options = optionsOf(['--postgres', '--cuts', '10', '--torn', '4']);
        const { findings, cuts, acknowledged } = await new PowercutCampaign(options).run();
        expect(findings).toEqual([]);
        expect(cuts).toBe(10);
        expect(acknowledged).toBeGreaterThan(500);
      },
      PATIENCE_MS,
    );

    test(
      'found within 20 cuts: a database that syncs nothing',
      async () => {
        const options = optionsOf(['--postgres', '--cuts', '20', '--torn', '4']);
        const { findings } = await new PowercutCampaign(options, { commands: SOON, forgetful: true }).run();
        expect(findings.join('\n')).toMatch(/was promised|does not start/);
      },
      PATIENCE_MS,
    );
  },
);
