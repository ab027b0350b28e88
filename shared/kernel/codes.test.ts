import { expect, test } from '@jest/globals';
import { reject } from './codes.ts';

test('a rejection has a detail only if there is one', () => {
  expect(reject('game-over', null)).toStrictEqual({ ok: false, code: 'game-over', rule: null });
  expect(reject('bad-payload', 'BOR-1.1', 'slot: missing')).toStrictEqual({
    ok: false,
    code: 'bad-payload',
    rule: 'BOR-1.1',
    detail: 'slot: missing',
  });
});
