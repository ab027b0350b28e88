// The campaign finds what is planted: notices that are lost, doubled or sent by several.
import { join } from 'node:path';
import { describe, expect, jest, test } from '@jest/globals';
import { parseCommandLine } from '../../cli/command-line.ts';
import { Campaign } from '../crash/campaign.ts';
import { COMMAND } from '../crash/options.ts';

jest.setTimeout(240_000);

const FAULTS = join(import.meta.dirname, '../../server/testing/notice-faults.ts');
/** Servers die at any moment: where one life in some loses a notice, a few dozen are enough. */
const KILLS = process.env['NOTICE_KILLS'] ?? '8';

describe('planted faults of notices', () => {
  test.each([
    ['written outside the transaction', 'outside', /lost|nobody was told/],
    ['removed before its target has it', 'before', /lost|nobody was told/],
    ['sent by several at the same time', 'unfenced', /told again/],
  ])('a notice that is %s is found', async (_what, fault, found) => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    // Its plants do not reach the thread of a store.
    const wish = `--kills ${KILLS} --tables 1 --told 6 --dead-seconds 0 --calm-seconds 0`;
    const options = parseCommandLine(COMMAND, wish.split(' '))?.values;
    if (options === undefined) throw new Error('no options');
    const { findings } = await new Campaign(options, { NOTICE_FAULT: fault, STORE_THREAD: 'off' }, [
      '--import',
      FAULTS,
    ]).run();
    expect(findings).toContainEqual(expect.stringMatching(found));
  });
});
