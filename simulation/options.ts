// The command line of `npm run simulate`.
import { oneOf, seed, text, toggle, type ValuesOf, whole } from '../cli/options.ts';
import { gamesOption } from '../loadtest/games.ts';
import { HISTORY } from '../loadtest/history/diary.ts';
import { PLANTS } from './plants.ts';

export const COMMAND = {
  usage: `usage: npm run simulate -- [options]

Plays in simulated worlds: whole servers below their sockets, with a simulated clock, store, network and people, and with
faults at moments that a seed chooses. The same seed has the same story. What players are told is compared with what is
stored, at every step.`,
  options: {
    minutes: whole({ least: 1, otherwise: 1, help: 'how long, in real time' }),
    worlds: whole({ least: 1, help: 'how many worlds, instead of minutes' }),
    games: gamesOption('all'),
    seed: seed({ help: 'of the first world; random if omitted' }),
    plant: oneOf(Object.keys(PLANTS), { help: 'a fault in the product that has to be found' }),
    twice: toggle('plays each world twice: both must have the same trace'),
    history: HISTORY,
    json: text({ shows: 'FILE', help: 'figures and findings' }),
  },
  closing: 'Exits with 0 if every promise was kept, 1 if one was broken, 2 if it could not run.',
};

export type SimulateOptions = ValuesOf<typeof COMMAND.options>;
