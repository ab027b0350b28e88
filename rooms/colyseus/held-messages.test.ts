// What Colyseus holds back for a client, and what is held of it afterwards.
import type { Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import type { Client } from 'colyseus';
import type { UnsentBytes } from '../ports.ts';
import { isGarbage } from '../testing/garbage.ts';
import { countHeldMessages } from './internals.ts';

/** A client whose welcome is not acknowledged yet, and how many bytes are counted for it. */
function joining() {
  const connection = {} as Socket;
  const client = { ref: { connection }, _enqueuedMessages: [new Uint8Array(100)] };
  let counted = () => 0;
  const unsent = {
    holds: (_connection: Socket, bytes: () => number) => {
      counted = bytes;
    },
    holdsMore: () => undefined,
  } as unknown as UnsentBytes;
  countHeldMessages(client as unknown as Client, unsent);
  return { client, counted: () => counted() };
}

test('what is queued counts until it is sent', () => {
  const { client, counted } = joining();
  expect(counted()).toBe(164);
  client._enqueuedMessages.push(new Uint8Array(10));
  expect(counted()).toBe(238);
  Reflect.deleteProperty(client, '_enqueuedMessages');
  expect(counted()).toBe(0);
});

test('the queue can be collected once it is sent, while its connection lives', async () => {
  const { client, counted } = joining();
  const queue = new WeakRef(client._enqueuedMessages);
  Reflect.deleteProperty(client, '_enqueuedMessages');
  expect(await isGarbage(queue)).toBe(true);
  expect(counted()).toBe(0);
});
