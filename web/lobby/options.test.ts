// The options of the games as fields of a form: those of our games, and those of games to come.
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { families } from '../../shared/games/index.ts';
import { builtInOf } from '../../shared/kernel/built-in.ts';
import en from './lang/en.json' with { type: 'json' };
import { changed, fieldsOf, settingIn } from './options.ts';

const games = families.map((family) => {
  const schema = builtInOf(family).schemas.options;
  return { id: family.id, schema, described: z.toJSONSchema(schema, { io: 'input' }) };
});

test.each(games)('every option of $id has a field, an explanation, and the default of the rules', (game) => {
  const fields = fieldsOf({ ...game.described });
  expect(fields.map(({ name }) => name)).toEqual(Object.keys(game.schema.shape));
  expect(Object.fromEntries(fields.map(({ name, usual }) => [name, usual]))).toEqual(game.schema.parse({}));
  for (const { name } of fields) expect(Object.keys(en)).toContain(`option.${game.id}.${name}`);
});

test('every game is introduced', () => {
  for (const { id } of games)
    expect(Object.keys(en)).toEqual(expect.arrayContaining([`about.${id}`, `minutes.${id}`]));
});

test('forms that are not known are left out', () => {
  const properties = {
    mode: { enum: ['calm', 'wild'], default: 'calm' },
    list: { type: 'array' },
    open: { type: 'integer' },
    nothing: null,
  };
  expect(fieldsOf({ properties })).toEqual([
    { kind: 'choice', name: 'mode', usual: 'calm', values: ['calm', 'wild'] },
  ]);
  expect(fieldsOf({})).toEqual([]);
});

test('only what was changed is sent', () => {
  const fields = fieldsOf({
    properties: { a: { type: 'boolean' }, b: { type: 'boolean', default: true }, c: { type: 'boolean' } },
  });
  expect(changed(fields, { a: true, b: true, d: 3 })).toEqual({ a: true });
});

test('a refusal names its setting', () => {
  expect(settingIn('firstSeat: no such seat at this table')).toBe('firstSeat');
  expect(settingIn('vacancy')).toBe('vacancy');
  expect(settingIn('the body is odd')).toBeUndefined();
  expect(settingIn(undefined)).toBeUndefined();
});
