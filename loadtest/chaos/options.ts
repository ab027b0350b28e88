// The command line of `npm run chaos`.
import { list, oneOf, seed, text, type ValuesOf, whole } from '../../cli/options.ts';
import { gamesOption } from '../games.ts';
import { HISTORY } from '../history/diary.ts';
import { FAULTS, type FaultName } from './faults.ts';

/** Servers wait for each other's answers for a few seconds. */
const MOST_LINK_MS = 1_000;

const isFault = (name: string): name is FaultName => Object.hasOwn(FAULTS, name);
const FAULT_NAMES = Object.keys(FAULTS).filter(isFault);

export const COMMAND = {
  usage: `usage: npm run chaos -- [options]

Starts PostgreSQL, Redis, several servers and a proxy, plays matches of all games through the proxy while connections
break and the faults below happen one after the other, and checks what is stored: every acknowledged command once, one
history of every match, every match finished or playable, no table listed that is not there, every time-out once and
in time, every client with the state that the server shows, every player who is away told of every decision once.`,
  options: {
    servers: whole({ least: 2, otherwise: 3 }),
    tables: whole({ least: 1, otherwise: 12, help: 'matches played at the same time' }),
    selfPlaying: whole({ least: 0, otherwise: 6, help: 'tables of bots that a typed client watches' }),
    returning: whole({
      least: 0,
      otherwise: 4,
      help: 'tables of bots at which a bare SDK reconnects by itself',
    }),
    linkMs: list(whole({ least: 0, most: MOST_LINK_MS }), {
      otherwise: [0, 20, 200],
      help: 'delay of each connection in turn, between servers and from clients, there and back',
    }),
    clocked: whole({ least: 0, otherwise: 6, help: 'tables with a short clock at which nobody plays' }),
    told: whole({ least: 0, otherwise: 4, help: 'tables whose players move only when a notice says so' }),
    deadSeconds: whole({ least: 0, otherwise: 30, help: 'how long some targets of notices are dead' }),
    think: whole({
      least: 1,
      otherwise: 50,
      shows: 'MS',
      help: 'from one round of a match to the next, at most',
    }),
    drops: whole({
      least: 0,
      otherwise: 2,
      help: 'rounds of a match in which a connection breaks, out of a hundred',
    }),
    games: gamesOption('all'),
    faults: list(oneOf(FAULT_NAMES, { shows: 'NAME' }), { otherwise: FAULT_NAMES }),
    rounds: whole({ least: 1, otherwise: 1, help: 'how often all faults happen' }),
    stoppedSeconds: whole({ least: 1, otherwise: 20, help: 'how long a server is stopped' }),
    awaySeconds: whole({ least: 1, otherwise: 10, help: 'how long PostgreSQL is away' }),
    redisSeconds: whole({ least: 1, otherwise: 30, help: 'how long Redis is away' }),
    lateSeconds: whole({
      least: 1,
      otherwise: 5,
      help: 'a time-out may be that late, and a clock that long without a server',
    }),
    finishSeconds: whole({
      least: 0,
      otherwise: 30,
      help: 'afterwards matches are played to their ends for up to this long',
    }),
    seed: seed({
      otherwise: 'c4a0'.repeat(8),
      help: "32 digits: repeats the same choices; the servers' deals stay random",
    }),
    history: HISTORY,
    json: text({ shows: 'FILE', help: 'figures and findings' }),
  },
  closing: `Exits with 0 if every promise held, 1 if one was broken, 2 if it could not run.
Needs: apt-get install postgresql redis-server caddy`,
};

export type ChaosOptions = ValuesOf<typeof COMMAND.options>;
