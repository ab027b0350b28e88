// Servers whose streams do not resume where they broke off.
import { beats, streams } from '../../scenes/returning.ts';
import { answering, asking, type Fault, isState, lines, linesWithout } from './fault.ts';

/** Takes too long here: twelve seconds without a heartbeat, tested by the kit on our own server only. */
export const SLOW_SCENES = [beats];

export const returningFaults: readonly Fault[] = [
  {
    what: 'begins a stream with something else',
    scene: streams,
    breaks: 'P-5.1',
    meddling: () => ({
      line: (_passing, line) => (line.type === 'full' ? [{ type: 'table', version: 0 }, line] : [line]),
    }),
  },
  {
    what: 'does not resume streams where they broke off',
    scene: streams,
    breaks: 'P-5.2',
    meddling: () =>
      asking((passing) => {
        passing.path = passing.path.replace('?since=2', '');
      }),
  },
  {
    what: 'hides a gap',
    scene: streams,
    breaks: 'P-5.3',
    meddling: () => linesWithout((line) => line.type === 'gap'),
  },
  {
    what: 'sends the stream other missed news than the socket',
    scene: streams,
    breaks: 'P-5.4',
    meddling: () =>
      lines((line, { path }) => (path.includes('since') && line.type === 'news' ? { ...line, at: 1 } : line)),
  },
  {
    what: 'leaves out a private view',
    scene: streams,
    breaks: 'P-5.5',
    meddling: () => {
      let asked = 0;
      return answering((answered) => {
        asked += 1;
        return asked > 1 ? { ...answered, body: { ...answered.body, seatView: null } } : answered;
      }, isState);
    },
  },
];
