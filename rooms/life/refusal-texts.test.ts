// Refusals as users read them.
import { describe, expect, test } from '@jest/globals';
import { builtInOf } from '../../shared/kernel/built-in.ts';
import { KERNEL_CODES } from '../../shared/kernel/codes.ts';
import { LANGUAGES } from '../../shared/kernel/game.ts';
import { TABLE_CODES } from '../../shared/protocol/codes.ts';
import { faultsInSentence } from '../../shared/testing/faulty-texts.ts';
import { families } from '../../shared/testing/registry.ts';
import { RefusalTexts } from './refusal-texts.ts';

describe.each(families.map((family) => [family.id, family] as const))('refusals of %s', (_id, family) => {
  test.each(LANGUAGES)('every code has a sentence, and no other has one, in %s', (language) => {
    const own = builtInOf(family).codes;
    const codes = [...new Set([...KERNEL_CODES, ...TABLE_CODES, ...own])];
    const sentences = new RefusalTexts(family.sentences);
    const said = codes.map((code) => sentences.ofCode(code, language));
    expect(said.flatMap((sentence) => faultsInSentence(sentence, language, new Set(codes)))).toEqual([]);
    expect(said.filter((sentence, n) => said.indexOf(sentence) !== n)).toEqual([]);
  });
});
