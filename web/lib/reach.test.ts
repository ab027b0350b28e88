// Which address others are given.
import { expect, test } from '@jest/globals';
import { reachOf } from './reach.ts';

const NETWORK = ['http://192.168.1.5:2567/', 'http://172.17.0.1:2567/'];

test.each(['http://localhost:2567', 'http://127.0.0.1:2567', 'http://[::1]:2567', 'http://games.localhost'])(
  'on %s others get the addresses in the network, or are out of reach',
  (origin) => {
    const origins = ['http://192.168.1.5:2567', 'http://172.17.0.1:2567'];
    expect(reachOf(origin, NETWORK)).toEqual({ whom: 'network', origins });
    for (const none of [[], undefined])
      expect(reachOf(origin, none)).toEqual({ whom: 'nobody', origins: [origin] });
  },
);

test.each([
  'https://play.example.org',
  'http://192.168.1.5:2567',
  'http://127.example.org',
  'http://notlocalhost',
])('the address of the page is good for everyone: %s', (origin) => {
  expect(reachOf(origin, NETWORK)).toEqual({ whom: 'everyone', origins: [origin] });
});
