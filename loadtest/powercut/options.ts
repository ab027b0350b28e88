// The command line of `npm run powercut`.
import { seed, text, toggle, type ValuesOf, whole } from '../../cli/options.ts';
import { gamesOption } from '../games.ts';

export const COMMAND = {
  usage: `usage: npm run powercut -- [options]

Records everything that a server, its backups and its editions write and sync while matches are played, builds disks
that a power cut at random moments could have left, and starts a server on each. Needs Linux and gcc.`,
  options: {
    cuts: whole({ least: 1, otherwise: 100, help: 'how many disks are built' }),
    torn: whole({ least: 0, help: 'how many of these have half-written writes; a fifth if omitted' }),
    tables: whole({ least: 1, otherwise: 6, help: 'matches played at the same time' }),
    games: gamesOption('all'),
    postgres: toggle(
      'matches are stored in a private PostgreSQL, whose folder is on this disk; without backups',
    ),
    seed: seed({
      otherwise: '50ff'.repeat(8),
      help: "32 digits: repeats the same choices of players and cuts; the server's deals stay random",
    }),
    on: text({
      shows: 'FOLDER',
      help: 'of a disk of your own: matches are played, and disks built, in there',
    }),
    json: text({ shows: 'FILE', help: 'figures and findings' }),
  },
  closing: 'Exits with 0 if every promise was kept, 1 if one was broken, 2 if it could not run.',
};

export type PowercutOptions = ValuesOf<typeof COMMAND.options>;
