// The helpers of the rule tests detect what a test might overlook.
import { expect, test } from '@jest/globals';
import { game, scenario } from './salvage/testing/scenario.ts';
import { told, toolsFor } from './scenario.ts';

const send = { type: 'send-tug', tug: 'tug-1-1' } as const;
const position = () => scenario({ hands: [['tug-1-1'], ['tug-2-1']], inSight: ['wreck-iris'] });

test('a position may leave pieces out, but none is there twice, and other laws hold', () => {
  const hands = [['tug-1-1'], ['tug-2-1']];
  expect(scenario({ hands, inSight: ['wreck-iris'], stock: [] }).shown.stockCount).toBe(0);
  const { possible } = toolsFor(game);
  const start = position();
  expect(possible(start)).toBe(start);
  start.shown.spent.push('tug-1-1');
  expect(() => possible(start)).toThrow('no such position: tugs: tug-1-1 is there too often');
  expect(() => scenario({ hands, inSight: [] })).toThrow('no such position: a round without a wreck');
});

test('a command that leads from a sound position to an unsound one is detected', () => {
  const start = position();
  const breaking = (before: string[], after: string[]) =>
    toolsFor({ ...game, violations: ({ version }) => (version === start.version ? before : after) });
  const lost = 'a tug is lost';
  expect(() => breaking([], [lost]).accepted(start, 0, send)).toThrow(`unsound: ${lost}`);
  // Tests may start from a position that breaks a law on purpose; a command must not break another.
  expect(breaking([lost], [lost]).accepted(start, 0, send).state.version).toBe(start.version + 1);
  expect(() => breaking([lost], [lost, 'a wreck too many']).accepted(start, 0, send)).toThrow(
    'unsound: a wreck too many',
  );
});

test('a check that changes the position itself is detected', () => {
  const start = position();
  const careless = toolsFor({
    ...game,
    apply: (state, seat, command) => {
      start.shown.round += 1;
      return game.apply(state, seat, command);
    },
  });
  expect(() => careless.refusal(start, 0, send)).toThrow('send-tug changed the position');
});

test('an event that occurs twice is not taken for the expected one', () => {
  const done = toolsFor(game).accepted(position(), 0, send);
  expect(told(done, 'tug-sent')).toMatchObject({ seat: 0 });
  expect(() => told({ ...done, news: [...done.news, ...done.news] }, 'tug-sent')).toThrow(
    'tug-sent is told 2 times',
  );
  expect(() => told(done, 'wreck-sighted')).toThrow('nothing is told of wreck-sighted');
});
