// What is said to have happened since one's last turn, and how long each event is shown to whom.
import { expect, test } from '@jest/globals';
import { dockers } from '../../shared/games/dockers/index.ts';
import { sentenceBookOf } from '../../shared/protocol/sentence-book.ts';
import { weighing } from '../boards/dockers/weighing.ts';
import type { Furniture, SomeGame } from '../boards/furnish.ts';
import type { News } from '../news/log.ts';
import { sinceTurnOf, toldSince } from './since.ts';
import { wishesOf } from './weighed.ts';

type Event = SomeGame['Event'];
const turn = (seat: number): Event => ({ type: 'turn-started', seat }) as Event;
const ended = (seat: number): Event => ({ type: 'turn-ended', seat }) as Event;
const paid = (amounts: readonly number[]): Event =>
  ({
    type: 'primes-paid',
    quay: 1,
    shipId: 'ship-3-1',
    primePerPorter: 1,
    amounts,
    pirateSeat: null,
  }) as never;
const commission = (payerSeat: number, amount: number): Event =>
  ({
    type: 'commission-paid',
    quay: 1,
    relation: 'relation-sailor',
    due: amount,
    payerSeat,
    paid: amount,
  }) as never;

const told = (moves: readonly (readonly Event[])[]): News<SomeGame>[] =>
  moves.map((events, version) => ({ version, seat: null, by: null, at: 0, events }));
const turnOf = weighing.turnOf as (event: Event) => number | null;
const versionsFor = (seat: number, moves: readonly (readonly Event[])[]) =>
  sinceTurnOf(seat, told(moves), turnOf).map(({ version }) => version);

test('from the move that ended one’s last turn, up to one’s own moves of this turn', () => {
  const round = [[turn(0)], [paid([1, 0])], [ended(0), turn(1)], [ended(1), turn(0)], [paid([2, 0])]];
  expect(versionsFor(0, round)).toEqual([2, 3, 4]);
  // Asked in another's turn.
  expect(versionsFor(0, round.slice(0, 3))).toEqual([2]);
  // No turn has ended yet.
  expect(versionsFor(1, round.slice(0, 3))).toEqual([]);
  expect(versionsFor(0, round.slice(0, 2))).toEqual([]);
  expect(versionsFor(0, [])).toEqual([]);
});

test.each([
  ['en', 'Since your last turn: you +6 −2 primes; Bob +9 primes.'],
  ['en-none', ''],
] as const)('gains and losses, one’s own first: %s', (which, expected) => {
  const book = sentenceBookOf(dockers, 'en', dockers.builtIn);
  const catalogue = dockers.catalogue.of(dockers.builtIn);
  const teller = { book, parts: () => [] };
  const furniture = { catalogue, teller, schemas: {}, board: { weighing } } as unknown as Furniture;
  const gains = which === 'en' ? [paid([6, 9, 0]), commission(0, 2)] : [];
  const news = told([[turn(0)], [ended(0), turn(1)], [...gains, ended(1), turn(0)]]);
  const parts = toldSince(0, news, furniture, ['Ann', 'Bob', 'Zoé']);
  expect(parts.map(({ text }) => text).join('')).toBe(expected);
});

test('what a player gains has its time for that player; without a board all events have the usual one', () => {
  const teller = { sentence: () => 'a sentence about it' };
  const wishes = (seat: number | null, board: object | null) =>
    wishesOf({ teller, board, catalogue: {} } as never, { seat, names: [] });
  const weighed = { weighing: { ...weighing, weights: { ...weighing.weights, 'primes-paid': 'short' } } };
  expect(wishes(0, weighed)(paid([2, 0, 1])).weight).toBe('long');
  expect(wishes(1, weighed)(paid([2, 0, 1])).weight).toBe('short');
  expect(wishes(null, weighed)(paid([2, 0, 1])).weight).toBe('short');
  expect(wishes(0, weighed)(ended(0)).weight).toBe('none');
  expect(wishes(0, null)(ended(0)).weight).toBe('usual');
});
