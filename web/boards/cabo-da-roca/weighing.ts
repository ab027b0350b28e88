// What matters in the course of a match: how long each event is shown, and what it gives and takes.
import type { Gain, Weighing } from '../board.ts';
import type { Cabo } from './pieces.ts';
import { say } from './sight.ts';

export const weighing: Weighing<Cabo> = {
  weights: {
    'turn-started': 'none',
    'turn-ended': 'none',
    'bonus-expired': 'none',
    'tile-returned': 'short',
    'stack-blocked': 'short',
    'cargo-refused': 'short',
    'treasure-set-aside': 'short',
    'deck-reshuffled': 'short',
    'ship-turned': 'short',
    'bonus-credited': 'short',
    'game-started': 'usual',
    'tile-drawn': 'usual',
    'tile-placed': 'usual',
    'cargo-loaded': 'usual',
    'berth-answered': 'usual',
    'sailor-moved': 'usual',
    'ship-departed': 'usual',
    'ship-advanced': 'usual',
    'ship-docked': 'usual',
    'cargo-discarded': 'usual',
    'debt-settled': 'usual',
    'home-port-founded': 'long',
    'home-port-forfeited': 'long',
    'final-phase-started': 'long',
    'treasure-revealed': 'long',
    'berth-requested': 'long',
    'ship-bought': 'long',
    'sailor-bought': 'long',
    'cargo-delivered': 'long',
    'dues-paid': 'long',
    'debt-opened': 'long',
    'piece-sold': 'long',
    'player-eliminated': 'long',
    'ransom-demanded': 'long',
    'ransom-answered': 'long',
    'ransom-paid': 'long',
    'ship-sunk': 'long',
    'sailor-removed': 'long',
    'game-ended': 'long',
  },
  turnOf: (event) => (event.type === 'turn-started' ? event.seat : null),
  gains: (events, { ownerOf }) => {
    /** Of the ship that waits for a berth. */
    let fee = 0;
    const coins = (seat: number | undefined, amount: number): Gain[] =>
      seat === undefined ? [] : [{ seat, unit: 'coins', amount }];
    return events.flatMap((event): Gain[] => {
      switch (event.type) {
        case 'berth-requested':
          fee = event.fee;
          return [];
        case 'berth-answered':
          return event.accept ? coins(event.owner, fee) : [];
        case 'ship-bought':
        case 'sailor-bought':
          return coins(event.seat, -event.paid);
        case 'cargo-delivered':
          return [
            ...coins(ownerOf(event.shipId), event.price - event.due),
            ...coins(event.owner ?? undefined, event.due),
          ];
        case 'dues-paid':
        case 'ransom-paid':
          return [...coins(event.from, -event.amount), ...coins(event.to, event.amount)];
        case 'piece-sold':
          return coins(event.seat, event.price);
        case 'ship-sunk':
          return event.by === undefined ? [] : coins(ownerOf(event.by), event.reward ?? 0);
        default:
          return [];
      }
    });
  },
  units: { coins: (amounts, count) => say('gainCoins', { amounts, count }) },
};
