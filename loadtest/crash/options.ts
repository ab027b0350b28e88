// The command line of `npm run crash`.
import { seed, text, toggle, type ValuesOf, whole } from '../../cli/options.ts';
import { gamesOption } from '../games.ts';
import { HISTORY } from '../history/diary.ts';

export const COMMAND = {
  usage: `usage: npm run crash -- [options]

Starts a server, plays matches of all games on it, kills it with SIGKILL again and again, and checks that
every acknowledged command is stored exactly once, that all views were correct, and that every player who is away was told
of every decision once.`,
  options: {
    kills: whole({ least: 1, otherwise: 20, help: 'how often the server is killed' }),
    tables: whole({ least: 1, otherwise: 12, help: 'matches played at the same time' }),
    told: whole({ least: 0, otherwise: 4, help: 'tables whose players move only when a notice says so' }),
    deadSeconds: whole({ least: 0, otherwise: 15, help: 'how long some targets of notices are dead' }),
    calmSeconds: whole({ least: 0, otherwise: 5, help: 'play after the last kill' }),
    games: gamesOption('all'),
    seed: seed({
      otherwise: 'c7a5'.repeat(8),
      help: "32 digits: repeats the same choices and kills; the server's deals stay random",
    }),
    postgres: toggle('matches are stored in a private PostgreSQL instead of a file'),
    history: HISTORY,
    json: text({ shows: 'FILE', help: 'figures and findings' }),
  },
  closing: 'Exits with 0 if every promise held, 1 if one was broken, 2 if it could not run.',
};

export type CrashOptions = ValuesOf<typeof COMMAND.options>;
