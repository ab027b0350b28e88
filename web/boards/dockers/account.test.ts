// What the account of a match adds up to is what every player ended with.
import { expect, test } from '@jest/globals';
import { dockers } from '../../../shared/games/dockers/index.ts';
import { game } from '../../../shared/games/dockers/testing/scenario.ts';
import { newsFor } from '../../../shared/kernel/journal.ts';
import { sentenceBookOf } from '../../../shared/protocol/sentence-book.ts';
import { begin, playSteps, randomCommand, seedOf } from '../../../shared/testing/play.ts';
import { account } from './account.ts';
import type { Event } from './pieces.ts';

const book = sentenceBookOf(dockers, 'en', dockers.builtIn);
const teller = { book } as Parameters<typeof account>[2];

test.each([3, 4])('with %d players', (seats) => {
  const labels = new Set<string>();
  for (let n = 0; n < 12; n++) {
    const { state } = begin(game, seats, seedOf(seats * 70 + n));
    const events: Event[] = [];
    let primes: number[] = [];
    for (const { after, news } of playSteps(game, state, seedOf(n), () => randomCommand)) {
      events.push(...newsFor(news, null));
      primes = game.publicView(after).players.map((player) => player.primes);
    }
    const lines = account(events, seats, teller);
    for (const { label } of lines) labels.add(label);
    const sums = primes.map((_, seat) => lines.reduce((sum, { amounts }) => sum + (amounts[seat] ?? 0), 0));
    expect(sums).toEqual(primes);
  }
  expect([...labels].sort()).toEqual([
    'Auctions won',
    'Claims collected',
    'Claims of others',
    'Commissions paid',
    'Primes for Madras cloth',
    'Primes for Rum',
    'Primes for Spices',
    'Primes for Vanilla',
  ]);
});
