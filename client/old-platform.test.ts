// On a platform that is too old the client says so, instead of taking the fault for a lost network and trying for ever.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { guest, quayside } from './index.ts';

const { withResolvers } = Promise;
beforeAll(() => void Object.assign(Promise, { withResolvers: undefined }));
afterAll(() => void Object.assign(Promise, { withResolvers }));

const TOO_OLD = /Node 22 or newer, or a browser since 2024/;

test('connecting is refused at once', () => {
  expect(() => quayside({ url: 'http://nowhere.invalid', token: 't' })).toThrow(TOO_OLD);
});

test('so is asking for a token', async () => {
  await expect(guest({ url: 'http://nowhere.invalid', name: 'Ann' })).rejects.toThrow(TOO_OLD);
});
