import { expect, test } from '@jest/globals';
import { KERNEL_CODES } from '../kernel/codes.ts';
import en from '../lang/en.json' with { type: 'json' };
import fr from '../lang/fr.json' with { type: 'json' };
import { TABLE_CODES } from './codes.ts';

test('every code of kernel and table has its sentence in French and English', () => {
  const codes = [...KERNEL_CODES, ...TABLE_CODES].sort();
  expect(Object.keys(en.codes).sort()).toEqual(codes);
  expect(Object.keys(fr.codes).sort()).toEqual(codes);
});
