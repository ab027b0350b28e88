// Subjects of commits: short orders with an area.
import { expect, test } from '@jest/globals';
import { faultsOf } from './subjects.ts';

test.each([
  'rotterdam: refuse a second crane',
  'store: take only the thread’s own messages',
  'web, client: rejoin as a spectator',
  'api: pass large answers on',
  'rooms/life: process one cause at a time',
  'Merge branch of a helper',
])('%s', (subject) => {
  expect(faultsOf(subject)).toEqual([]);
});

test.each([
  ['tests: a market that bots had begun to leave is not taken', '«a» is no order'],
  ['web: picks of a wide table are all in sight', '«picks» is no order'],
  ['client: who only watched comes back to watch', '«who» is no order'],
  ['api: fixed the list', '«fixed» is no order'],
  ['refuse a second crane', 'its area'],
  ['rooms: keep records.', 'full stop'],
  [`rooms: keep ${'x'.repeat(60)}`, '72 characters'],
])('%s: %s', (subject, fault) => {
  expect(faultsOf(subject).join()).toContain(fault);
});
