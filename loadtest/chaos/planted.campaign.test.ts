// The campaign finds what is planted: clients that decode another state than the server has.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { isAvailable } from '../../cli/available.ts';
import { parseCommandLine } from '../../cli/command-line.ts';
import { missingForCluster } from '../../cli/private-cluster.ts';
import { ChaosCampaign } from './campaign.ts';
import { COMMAND } from './options.ts';

jest.setTimeout(240_000);

const FORGOTTEN = join(import.meta.dirname, '../../server/testing/forgotten-numbers.ts');
const describeOrSkip = isAvailable(missingForCluster()) ? describe : describe.skip;

describeOrSkip('a hand-over after which objects have the numbers of others', () => {
  beforeAll(() => {
    // The SDK reports what it cannot decode, and connections that break.
    for (const how of ['error', 'warn', 'info'] as const)
      jest.spyOn(console, how).mockImplementation(() => undefined);
  });
  afterAll(() => {
    jest.restoreAllMocks();
  });

  test('leaves nonsense in clients of the SDK, which is found', async () => {
    const small = '--servers 2 --tables 1 --self-playing 0 --clocked 0 --returning 6 --finish-seconds 0';
    const options = parseCommandLine(COMMAND, [...small.split(' '), '--faults', 'term'])?.values;
    if (options === undefined) throw new Error('no options');
    const { findings, returned } = await new ChaosCampaign(options, ['--import', FORGOTTEN]).run();
    expect(returned).toBeGreaterThan(0);
    expect(findings.filter((finding) => finding.includes('a client has not decoded'))).not.toEqual([]);
    expect(findings.filter((finding) => finding.includes('saw a false board'))).not.toEqual([]);
  });
});
