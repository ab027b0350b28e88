// Servers that show a match wrongly, to one viewer or to all.
import type { Json } from '../../guest.ts';
import { match } from '../../scenes/match.ts';
import {
  allowing,
  bodies,
  type Fault,
  histories,
  isCommand,
  isDone,
  isState,
  lines,
  linesWithout,
  wantingDecision,
} from './fault.ts';

export const matchFaults: readonly Fault[] = [
  {
    what: 'drops one version’s news',
    scene: match,
    breaks: 'P-3.1',
    meddling: () => linesWithout((line) => line.type === 'news' && line.version === 4),
  },
  {
    what: 'repeats a version',
    scene: match,
    breaks: 'P-3.1',
    meddling: () => ({
      line: (_passing, line) => (line.type === 'news' && line.version === 4 ? [line, line] : [line]),
    }),
  },
  {
    what: 'answers a request for the state with an older one',
    scene: match,
    breaks: 'P-3.2',
    meddling: () => bodies((body) => ({ ...body, version: Number(body['version']) - 1 }), isState),
  },
  {
    what: 'leaks a field to all viewers',
    scene: match,
    breaks: 'P-3.3',
    meddling: () =>
      lines((line) =>
        line['view'] ? { ...line, view: { ...(line['view'] as object), drawPile: [3, 1, 2] } } : line,
      ),
  },
  {
    what: 'shows one viewer a different view',
    scene: match,
    breaks: 'P-3.4',
    meddling: () => {
      let first = '';
      return lines((line, { token }) => {
        first ||= token;
        return token === first && line.version === 3 ? { ...line, decisions: [] } : line;
      });
    },
  },
  {
    what: 'sends players different news than spectators',
    scene: match,
    breaks: 'P-3.5',
    meddling: () => {
      let first = '';
      return lines((line, { token }) => {
        first ||= token;
        return token === first && line.type === 'news' && line.version === 3 ? { ...line, events: [] } : line;
      });
    },
  },
  {
    what: 'lists illegal commands',
    scene: match,
    breaks: 'P-4.1',
    meddling: () =>
      bodies(
        (body) => ({ ...body, commands: [{ type: 'nothing', decision: 1 }] }),
        ({ path }, { body }) => path.endsWith('/legal') && Number(body['decision']) > 30,
      ),
  },
  {
    what: 'answers with the wrong version',
    scene: match,
    breaks: 'P-4.7',
    meddling: () =>
      bodies(
        (body) => ({ version: Number(body['version']) + 1 }),
        (passing, answered) => isCommand(passing) && isDone(answered),
      ),
  },
  {
    what: 'keeps the commands secret after the end',
    scene: match,
    breaks: 'P-6.5',
    meddling: () => histories((versions) => versions.map((one) => ({ ...one, command: null }))),
  },
  {
    what: 'shows every seat the same after the end',
    scene: match,
    breaks: 'P-6.5',
    meddling: () =>
      histories((versions) =>
        versions.map((one) => {
          const [first] = (one['seats'] ?? []) as Json[];
          return { ...one, seats: first === undefined ? [] : [{ ...first, seatView: {} }] };
        }),
      ),
  },
  {
    what: 'computes the final points wrongly',
    scene: match,
    breaks: 'P-6.6',
    meddling: () =>
      histories((versions) => versions.map((one) => ({ ...one, standing: one['standing'] && [0, 0, 0] }))),
  },
  {
    what: 'shows the seed in the lobby',
    scene: match,
    breaks: 'P-6.2',
    meddling: () =>
      lines((line) =>
        line['table'] ? { ...line, table: { ...(line['table'] as object), seed: '00' } } : line,
      ),
  },
  {
    what: 'shows the record too early',
    scene: match,
    breaks: 'P-6.3',
    meddling: () => allowing('not-finished', { entries: [] }),
  },
  {
    what: 'accepts moves after the end',
    scene: match,
    breaks: 'P-6.4',
    meddling: () => allowing('game-over', { version: 999 }),
  },
  {
    what: 'requires a decision after the end',
    scene: match,
    breaks: 'P-6.4',
    meddling: () => wantingDecision('game-over'),
  },
];
