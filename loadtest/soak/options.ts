// The command line of `npm run soak`.
import { decimal, text, type ValuesOf } from '../../cli/options.ts';

export const COMMAND = {
  usage: `usage: npm run soak -- [options]

Starts a server and alternates waves of load and rest. After each wave, when all tables are asleep, live memory
(after a garbage collection), open files and sockets, timers and rooms must be at the level of the first waves.`,
  options: {
    minutes: decimal({ least: 0.1, otherwise: 10, help: 'duration' }),
    wave: decimal({ least: 1, otherwise: 40, shows: 'SECONDS', help: 'how long matches arrive in one wave' }),
    rate: decimal({ least: 0.01, otherwise: 1, help: 'matches that arrive per second' }),
    drops: decimal({ least: 0, otherwise: 2, help: 'broken connections per client and minute' }),
    report: text({ shows: 'FILE', help: 'a page with plots' }),
    json: text({ shows: 'FILE', help: 'all figures' }),
  },
  closing: 'Exits with 0 if all levels held and no promise was broken, 1 if not, 2 if it could not run.',
};

export type SoakOptions = ValuesOf<typeof COMMAND.options>;
