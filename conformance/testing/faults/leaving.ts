// Servers that let players leave a match in wrong ways.
import type { Json } from '../../guest.ts';
import type { Meddling } from '../../middleman.ts';
import { leaving } from '../../scenes/leaving.ts';
import { allowing, answering, bodies, type Fault, isDone, isState, lines } from './fault.ts';

export const leavingFaults: readonly Fault[] = [
  {
    what: 'has bots without names',
    scene: leaving,
    breaks: 'P-2.7',
    meddling: () => seats((seat) => (seat['occupant'] === 'bot' ? { ...seat, name: null } : seat)),
  },
  {
    what: 'does not show the strength of its bots',
    scene: leaving,
    breaks: 'P-2.8',
    meddling: () => seats((seat) => (seat['occupant'] === 'bot' ? { ...seat, strength: 'mate' } : seat)),
  },
  {
    what: 'does not show who agrees to give up',
    scene: leaving,
    breaks: 'P-8.1',
    meddling: () => seats((seat) => ({ ...seat, abandon: false })),
  },
  {
    what: 'lets one player give up for all',
    scene: leaving,
    breaks: 'P-8.1',
    meddling: () =>
      bodies(
        () => ({ abandoned: true }),
        ({ path }) => path.endsWith('/abandon'),
      ),
  },
  {
    what: 'does not say why there is no result',
    scene: leaving,
    breaks: 'P-8.2',
    meddling: () => tables((table) => ({ ...table, abandoned: null })),
  },
  {
    what: 'lets other players close a table',
    scene: leaving,
    breaks: 'P-8.3',
    meddling: () =>
      answering(
        () => ({ status: 200, body: {} }),
        ({ method }, { body }) => method === 'DELETE' && body['code'] === 'not-host',
      ),
  },
  {
    what: 'closes a table with the reason of a sleeping one',
    scene: leaving,
    breaks: 'P-8.3',
    meddling: () => lines((line) => (line.type === 'closing' ? { ...line, reason: 'sleeping' } : line)),
  },
  {
    what: 'shows the hand to the former player',
    scene: leaving,
    breaks: 'P-8.4',
    meddling: () =>
      bodies(
        (body) => ({ ...body, seatView: { hand: [] } }),
        (passing, { body }) => isState(passing) && body['seat'] === null,
      ),
  },
  {
    what: 'gives a seat to a player who gave one up',
    scene: leaving,
    breaks: 'P-8.5',
    meddling: () => allowing('seat-given-up', { seat: 0 }),
  },
  {
    what: 'lets one player alone give the seat to a newcomer',
    scene: leaving,
    breaks: 'P-8.5',
    meddling: () => allowing('consent-needed', { seat: 0 }),
  },
  {
    what: 'shows the new player another hand',
    scene: leaving,
    breaks: 'P-8.5',
    meddling: () => {
      let isTaken = false;
      return answering((answered, passing) => {
        const { path, body } = passing;
        if (path.endsWith('/seat') && body?.['invitation'] !== undefined && isDone(answered)) isTaken = true;
        return isTaken && isState(passing) && answered.body['seatView'] !== null
          ? { ...answered, body: { ...answered.body, seatView: {} } }
          : answered;
      });
    },
  },
  {
    what: 'keeps counting matches that were given up',
    scene: leaving,
    breaks: 'P-8.6',
    meddling: () => {
      let matchId = '';
      return answering((answered, { path }) => {
        matchId = /\/tables\/([^/]+)\/(abandon|give-up-seat)$/.exec(path)?.[1] ?? matchId;
        return path.endsWith('/me/matches') ? { ...answered, body: { matches: [{ matchId }] } } : answered;
      });
    },
  },
];

function tables(change: (table: Json) => Json): Meddling {
  return bodies(
    (body) => ({ ...body, table: change(body['table'] as Json) }),
    (_passing, { body }) => typeof body['table'] === 'object' && body['table'] !== null,
  );
}

function seats(change: (seat: Json) => Json): Meddling {
  return tables((table) => ({ ...table, seats: (table['seats'] as Json[]).map(change) }));
}
