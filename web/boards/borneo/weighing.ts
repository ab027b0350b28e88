// What matters in the course of a match: how long each event is shown, and what it gives and takes.
import type { Gain, Weighing } from '../board.ts';
import { atlasOf, type Borneo } from './pieces.ts';
import { say } from './sight.ts';

export const weighing: Weighing<Borneo> = {
  weights: {
    'turn-started': 'none',
    'mission-skipped': 'none',
    'company-skipped': 'none',
    'distribution-ended': 'none',
    'cards-discarded': 'short',
    'deck-reshuffled': 'short',
    'game-started': 'usual',
    'merchant-placed': 'usual',
    'pirate-ship-moved': 'usual',
    'merchant-transferred': 'usual',
    'merchant-retreated': 'usual',
    'shipment-played': 'usual',
    'spice-picked': 'usual',
    'harbour-revealed': 'usual',
    'cards-drawn': 'usual',
    'hands-discarded': 'usual',
    'mission-completed': 'long',
    'attack-declared': 'long',
    'defence-played': 'long',
    'fight-resolved': 'long',
    'reward-taken': 'long',
    'distribution-started': 'long',
    'end-triggered': 'long',
    'game-ended': 'long',
  },
  turnOf: (event) => (event.type === 'turn-started' ? event.seat : null),
  gains: (events, { catalogue }) => {
    const { missions } = atlasOf(catalogue);
    return events.flatMap((event): Gain[] => {
      if (event.type === 'spice-picked') return [{ seat: event.seat, unit: 'spices', amount: 1 }];
      // The harbour card is a spice too.
      if (event.type === 'distribution-started') return [{ seat: event.takenBy, unit: 'spices', amount: 1 }];
      if (event.type === 'reward-taken' && event.card !== null)
        return [{ seat: event.seat, unit: 'spices', amount: 1 }];
      if (event.type !== 'mission-completed') return [];
      const { seat } = event;
      return [
        { seat, unit: 'points', amount: missions.get(event.mission)?.vp ?? 0 },
        { seat, unit: 'spices', amount: -event.cards.length },
      ];
    });
  },
  units: {
    points: (amounts, count) => say('gainPoints', { amounts, count }),
    spices: (amounts, count) => say('gainSpices', { amounts, count }),
  },
};
