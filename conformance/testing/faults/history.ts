// Servers with a wrong history.
import { history } from '../../scenes/history.ts';
import { answering, bodies, type Fault, histories, isHistory, lines } from './fault.ts';

export const historyFaults: readonly Fault[] = [
  {
    what: 'leaves out the beginning of a history',
    scene: history,
    breaks: 'P-5.7',
    meddling: () => histories((versions) => versions.filter(({ version }) => version !== 0)),
  },
  {
    what: 'changes the history later',
    scene: history,
    breaks: 'P-5.7',
    meddling: () =>
      histories((versions) => versions.map((one) => (one['version'] === 3 ? { ...one, events: [] } : one))),
  },
  {
    what: 'shows the current views for past versions',
    scene: history,
    breaks: 'P-5.7',
    meddling: () =>
      histories((versions) => versions.map((one) => ({ ...one, view: versions.at(-1)?.['view'] }))),
  },
  {
    what: 'ends every history with the first page',
    scene: history,
    breaks: 'P-5.7',
    meddling: () => bodies((body) => ({ ...body, ...('next' in body && { next: null }) }), isHistory),
  },
  {
    what: 'shows a spectator the hand of a player',
    scene: history,
    breaks: 'P-5.7',
    meddling: () =>
      histories((versions) => versions.map((one) => ({ ...one, seatView: one['seatView'] ?? { hand: [] } }))),
  },
  {
    what: 'shows the points while the match runs',
    scene: history,
    breaks: 'P-6.6',
    meddling: () => histories((versions) => versions.map((one) => ({ ...one, standing: [1, 2, 3] }))),
  },
  {
    what: 'counts the lobby as the setup',
    scene: history,
    breaks: 'P-5.8',
    meddling: () => lines((line) => (line.version === -1 ? { ...line, version: 0 } : line)),
  },
  {
    what: 'shows players the history of other seats',
    scene: history,
    breaks: 'P-6.5',
    meddling: () =>
      answering(
        () => ({ status: 200, body: { versions: [], next: null } }),
        (passing, { body }) => isHistory(passing) && body['code'] === 'not-finished',
      ),
  },
];
