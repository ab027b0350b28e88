import { expect, test } from '@jest/globals';
import { onQuestion } from './pass.ts';

const isRefused = false;

test('without a word of the player every question is asked', () => {
  expect(onQuestion(null, { held: ['a'], isRefused })).toBe('ask');
});

test('what could be played then is passed, and whatever is left of it', () => {
  expect(onQuestion(['a', 'b'], { held: ['a', 'b'], isRefused })).toBe('pass');
  expect(onQuestion(['a', 'b'], { held: ['b'], isRefused })).toBe('pass');
  expect(onQuestion(['a'], { held: [], isRefused })).toBe('pass');
});

test('a question with more to do is asked, and does not end it', () => {
  expect(onQuestion(['a'], { held: undefined, isRefused })).toBe('ask');
});

test('another card that can be played ends it, and so does a refusal', () => {
  expect(onQuestion(['a'], { held: ['a', 'b'], isRefused })).toBe('end');
  expect(onQuestion([], { held: ['a'], isRefused })).toBe('end');
  expect(onQuestion(['a'], { held: ['a'], isRefused: true })).toBe('end');
});
