// The helpers of the rule tests detect what a test might overlook.
import { expect, test } from '@jest/globals';
import { game, scenario } from './salvage/testing/scenario.ts';
import { toolsFor } from './scenario.ts';

const send = { type: 'send-tug', tug: 'tug-1-1' } as const;
const position = () => scenario({ hands: [['tug-1-1'], ['tug-2-1']], inSight: ['wreck-iris'] });

test('a command that leads from a sound position to an unsound one is detected', () => {
  const start = position();
  const laxly = (sound: boolean) =>
    toolsFor({
      ...game,
      violations: ({ version }) => (sound && version === start.version ? [] : ['a tug is lost']),
    });
  expect(() => laxly(true).accepted(start, 0, send)).toThrow('unsound: a tug is lost');
  // Tests may start from a position that breaks a law on purpose.
  expect(laxly(false).accepted(start, 0, send).state.version).toBe(start.version + 1);
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
  const { accepted, told } = toolsFor(game);
  const done = accepted(position(), 0, send);
  expect(told(done, 'tug-sent')).toMatchObject({ seat: 0 });
  expect(() => told({ ...done, news: [...done.news, ...done.news] }, 'tug-sent')).toThrow(
    'tug-sent is told 2 times',
  );
  expect(() => told(done, 'wreck-sighted')).toThrow('nothing is told of wreck-sighted');
});
