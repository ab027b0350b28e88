// What matters in the course of a match: how long each event is shown, and what it gives and takes.
import type { Gain, Weighing } from '../board.ts';
import type { Dockers } from './pieces.ts';
import { say } from './sight.ts';

export const weighing: Weighing<Dockers> = {
  weights: {
    'turn-started': 'none',
    'turn-ended': 'none',
    'effect-skipped': 'none',
    'round-started': 'short',
    'round-ended': 'short',
    'event-pile-reshuffled': 'short',
    'goods-pile-refilled': 'short',
    'bid-passed': 'short',
    'porters-returned': 'short',
    'relations-taken-back': 'short',
    'ship-filled': 'short',
    'payer-asked': 'short',
    'slate-moved': 'short',
    'game-started': 'usual',
    'goods-dealt': 'usual',
    'bid-made': 'usual',
    'relation-played': 'usual',
    'effect-applied': 'usual',
    'goods-traded': 'usual',
    'ship-departed': 'usual',
    'ship-docked': 'usual',
    'goods-drawn': 'usual',
    'goods-laid': 'usual',
    'auction-opened': 'long',
    'auction-won': 'long',
    'event-played': 'long',
    'primes-claimed': 'long',
    'ship-removed': 'long',
    'primes-paid': 'long',
    'commission-paid': 'long',
    'target-reached': 'long',
    'final-round-started': 'long',
    'game-ended': 'long',
  },
  turnOf: (event) => (event.type === 'turn-started' ? event.seat : null),
  gains: (events) =>
    events.flatMap((event): Gain[] => {
      switch (event.type) {
        case 'primes-paid':
          return event.amounts.map(primes);
        case 'commission-paid':
          return [primes(-event.paid, event.payerSeat)];
        case 'auction-won':
          return [primes(-event.amount, event.seat)];
        case 'primes-claimed':
          return [primes(event.gained, event.seat), ...event.losses.map((lost, seat) => primes(-lost, seat))];
        default:
          return [];
      }
    }),
  units: { primes: (amounts, count) => say('gainPrimes', { amounts, count }) },
};

function primes(amount: number, seat: number): Gain {
  return { seat, unit: 'primes', amount };
}
