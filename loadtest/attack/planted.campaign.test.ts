// Each fault that an attack is to notice, planted into a real server: the campaign finds it and ends with 1.
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parseCommandLine } from '../../cli/command-line.ts';
import { AttackCampaign, STAGE } from './campaign.ts';
import { COMMAND } from './options.ts';

const SERVER = join(import.meta.dirname, '../../server/testing/faulty-server.ts');
const PATIENCE_MS = 400_000;

async function attack(fault: string) {
  const options = parseCommandLine(COMMAND, ['--minutes', '0.1', '--kind', 'http', '--workers', '4'])?.values;
  if (options === undefined) throw new Error('no options');
  const stage = { ...STAGE, script: SERVER, environment: { FAULT: fault }, regressions: [] };
  return await new AttackCampaign(options, stage).run();
}

// Each waits for its server more than it computes.
test.concurrent.each([
  ['crash', 'the server has ended'],
  ['rejection', 'an exception or a rejection was not caught'],
  ['hold', 'the server holds'],
  ['stay', 'and stays there'],
  ['slow', 'the event loop was held for'],
  ['status', 'answered HTTP/1.1 500'],
  ['told', 'TypeError: Cannot read'],
  ['secret', 'a stranger received the token of an honest player'],
  ['refused', 'the match of an honest player failed'],
])(
  'found: %s',
  async (fault, expected) => {
    const { findings } = await attack(fault);
    expect(findings.map(({ what }) => what).join('\n')).toContain(expected);
    // What is found during a burst can be repeated: it names it.
    if (['crash', 'status', 'told', 'secret', 'hold', 'slow'].includes(fault))
      expect(findings.some(({ kind }) => kind === 'http')).toBe(true);
  },
  PATIENCE_MS,
);

test.concurrent(
  'without a fault nothing is found',
  async () => {
    const { findings, inputs, honestMoves } = await attack('none');
    expect(findings).toEqual([]);
    expect(inputs).toBeGreaterThan(20);
    expect(honestMoves).toBeGreaterThan(2);
  },
  PATIENCE_MS,
);
