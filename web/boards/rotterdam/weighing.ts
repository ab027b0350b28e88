// What matters in the course of a match: how long each event is shown, and what it gives and takes.
import type { Gain, Weighing } from '../board.ts';
import type { Rotterdam } from './atlas.ts';
import { say } from './sight.ts';

export const weighing: Weighing<Rotterdam> = {
  weights: {
    'phase-started': 'none',
    'phase-skipped': 'none',
    'turn-started': 'none',
    'turn-ended': 'none',
    'moves-required': 'none',
    'movement-finished': 'none',
    'round-started': 'short',
    'navigation-draw-lost': 'short',
    'navigation-reshuffled': 'short',
    'top-product-changed': 'short',
    'trade-closed': 'short',
    'trading-stopped': 'short',
    'trading-resumed': 'short',
    'game-started': 'usual',
    'ship-placed': 'usual',
    'colour-chosen': 'usual',
    'ships-moved': 'usual',
    'ships-blocked': 'usual',
    'navigation-drawn': 'usual',
    'trade-offered': 'usual',
    'products-revealed': 'usual',
    'navigation-played': 'long',
    'advantage-laid': 'long',
    'ship-unloaded': 'long',
    'trade-completed': 'long',
    'mission-fulfilled': 'long',
    'game-ended': 'long',
  },
  turnOf: (event) => (event.type === 'turn-started' ? event.seat : null),
  gains: (events) =>
    events.flatMap((event): Gain[] => {
      switch (event.type) {
        case 'ship-unloaded':
          return event.result === 'product' ? [{ seat: event.seat, unit: 'products', amount: 1 }] : [];
        case 'trade-completed':
          return [
            { seat: event.from, unit: 'products', amount: event.wantCount - event.giveCount },
            { seat: event.to, unit: 'products', amount: event.giveCount - event.wantCount },
          ];
        case 'mission-fulfilled':
          return [
            { seat: event.seat, unit: 'points', amount: event.value },
            { seat: event.seat, unit: 'products', amount: -event.products.length },
          ];
        case 'advantage-laid':
          return [{ seat: event.seat, unit: 'points', amount: event.points }];
        default:
          return [];
      }
    }),
  units: {
    points: (amounts, count) => say('gainPoints', { amounts, count }),
    products: (amounts, count) => say('gainProducts', { amounts, count }),
  },
};
