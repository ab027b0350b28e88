// Servers that break one promise each, for the test of the kit.
import type { Json } from '../guest.ts';
import type { Meddling, Passing } from '../middleman.ts';
import type { RuleId } from '../rules.ts';
import type { Scene } from '../scene.ts';
import { commands } from '../scenes/commands.ts';
import { drawing } from '../scenes/drawing.ts';
import { admission, clocks, identity } from '../scenes/entering.ts';
import { foresight } from '../scenes/foresight.ts';
import { history } from '../scenes/history.ts';
import { leaving } from '../scenes/leaving.ts';
import { match } from '../scenes/match.ts';
import { beats, streams } from '../scenes/returning.ts';
import { ruleTexts } from '../scenes/rule-texts.ts';

export interface Fault {
  readonly what: string;
  readonly scene: Scene;
  /** The rule that the kit must report as broken. */
  readonly breaks: RuleId;
  meddling(): Meddling;
}

const isCommand = ({ path }: Passing) => path.endsWith('/commands');

export const FAULTS: readonly Fault[] = [
  {
    what: 'gives a guest who asks again another identity',
    scene: identity,
    breaks: 'P-1.1',
    meddling: () => ({
      asked: (passing) => {
        if (passing.path.endsWith('/guests')) passing.token = '';
        return undefined;
      },
      // The header itself passes, so what comes back is changed.
      answered: (passing, answered) =>
        passing.path.endsWith('/guests')
          ? { ...answered, body: { ...answered.body, id: String(answered.body['token']).slice(-9) } }
          : answered,
    }),
  },
  {
    what: 'lists tables without a token',
    scene: identity,
    breaks: 'P-1.2',
    meddling: () => ({
      answered: ({ path }, answered) =>
        path === '/api/v1/tables' && answered.status === 401
          ? { status: 200, body: { tables: [] } }
          : answered,
    }),
  },
  {
    what: 'tells the stream another seat',
    scene: identity,
    breaks: 'P-1.3',
    meddling: () => ({ line: (_passing, line) => [line.type === 'full' ? { ...line, seat: 1 } : line] }),
  },
  {
    what: 'says that nothing is not found',
    scene: identity,
    breaks: 'P-2.1',
    meddling: () => ({
      answered: ({ path }, answered) =>
        path.endsWith('/matches/none') ? { status: 200, body: { seat: null } } : answered,
    }),
  },
  {
    what: 'shows a private table to strangers',
    scene: admission,
    breaks: 'P-2.2',
    meddling: () => ({
      answered: (_passing, answered) =>
        answered.body['code'] === 'invitation-required' ? { status: 200, body: {} } : answered,
    }),
  },
  {
    what: 'seats two on one chair',
    scene: admission,
    breaks: 'P-2.3',
    meddling: () => ({
      answered: (_passing, answered) =>
        answered.body['code'] === 'seat-taken' ? { status: 200, body: { seat: 0 } } : answered,
    }),
  },
  {
    what: 'lets spectators in where none may be',
    scene: admission,
    breaks: 'P-2.4',
    meddling: () => ({
      answered: (_passing, answered) =>
        answered.body['code'] === 'spectators-not-allowed' ? { status: 200, body: {} } : answered,
    }),
  },
  {
    what: 'ignores options that it does not know',
    scene: admission,
    breaks: 'P-2.5',
    meddling: () => ({
      asked: ({ body }) => {
        if (body !== undefined) delete body['colour'];
        return undefined;
      },
    }),
  },
  {
    what: 'lets a guest start',
    scene: admission,
    breaks: 'P-2.6',
    meddling: () => ({
      answered: (_passing, answered) =>
        answered.body['code'] === 'not-host' ? { status: 200, body: {} } : answered,
    }),
  },
  {
    what: 'drops a news',
    scene: match,
    breaks: 'P-3.1',
    meddling: () => ({
      line: (_passing, line) => (line.type === 'news' && line.version === 4 ? [] : [line]),
    }),
  },
  {
    what: 'doubles a version',
    scene: match,
    breaks: 'P-3.1',
    meddling: () => ({
      line: (_passing, line) => (line.type === 'news' && line.version === 4 ? [line, line] : [line]),
    }),
  },
  {
    what: 'answers a question about the state with an older one',
    scene: match,
    breaks: 'P-3.2',
    meddling: () => ({
      answered: ({ path }, answered) =>
        /\/matches\/[^/]+$/.test(path)
          ? { ...answered, body: { ...answered.body, version: Number(answered.body['version']) - 1 } }
          : answered,
    }),
  },
  {
    what: 'leaks a field to all viewers',
    scene: match,
    breaks: 'P-3.3',
    meddling: () => ({
      line: (_passing, line) => [
        line['view'] ? { ...line, view: { ...(line['view'] as object), drawPile: [3, 1, 2] } } : line,
      ],
    }),
  },
  {
    what: 'shows a view of its own to one viewer',
    scene: match,
    breaks: 'P-3.4',
    meddling: () => {
      let first = '';
      return {
        line: ({ token }, line) => {
          first ||= token;
          return [token === first && line.version === 3 ? { ...line, decisions: [] } : line];
        },
      };
    },
  },
  {
    what: 'tells the players another story than the spectators',
    scene: match,
    breaks: 'P-3.5',
    meddling: () => {
      let first = '';
      return {
        line: ({ token }, line) => {
          first ||= token;
          return [
            token === first && line.type === 'news' && line.version === 3 ? { ...line, events: [] } : line,
          ];
        },
      };
    },
  },
  {
    what: 'lists what is not legal',
    scene: match,
    breaks: 'P-4.1',
    meddling: () => ({
      answered: ({ path }, answered) =>
        path.endsWith('/legal') && Number(answered.body['decision']) > 30
          ? { ...answered, body: { ...answered.body, commands: [{ type: 'nothing', decision: 1 }] } }
          : answered,
    }),
  },
  {
    what: 'looks at the form before the command',
    scene: commands,
    breaks: 'P-4.2',
    meddling: () => ({
      answered: (_passing, answered) =>
        answered.body['code'] === 'unknown-command'
          ? { ...answered, body: { ...answered.body, code: 'bad-payload' } }
          : answered,
    }),
  },
  {
    what: 'answers a stale id with success',
    scene: commands,
    breaks: 'P-4.3',
    meddling: () => ({
      answered: (_passing, answered) =>
        answered.body['code'] === 'stale-decision' ? { status: 200, body: { version: 1 } } : answered,
    }),
  },
  {
    what: 'counts refusals as versions',
    scene: commands,
    breaks: 'P-4.4',
    meddling: () => {
      let refused = 0;
      return {
        answered: ({ path }, answered) => {
          if (answered.status >= 400 && path.endsWith('/commands')) refused += 1;
          if (!/\/matches\/[^/]+$/.test(path)) return answered;
          return {
            ...answered,
            body: { ...answered.body, version: Number(answered.body['version']) + refused },
          };
        },
      };
    },
  },
  {
    what: 'forgets the ids of commands',
    scene: commands,
    breaks: 'P-4.5',
    meddling: () => ({
      asked: (passing) => {
        if (isCommand(passing)) delete passing.body?.['commandId'];
        return undefined;
      },
    }),
  },
  {
    what: 'answers another command under a known id as the first',
    scene: commands,
    breaks: 'P-4.6',
    meddling: () => ({
      answered: (passing, answered) =>
        isCommand(passing) && passing.body?.['commandId'] !== undefined
          ? { status: 200, body: { version: 1 } }
          : answered,
    }),
  },
  {
    what: 'answers with the wrong version',
    scene: match,
    breaks: 'P-4.7',
    meddling: () => ({
      answered: (passing, answered) =>
        isCommand(passing) && answered.status === 200
          ? { ...answered, body: { version: Number(answered.body['version']) + 1 } }
          : answered,
    }),
  },
  {
    what: 'shows all seats the same legal commands',
    scene: commands,
    breaks: 'P-4.8',
    meddling: () => ({
      answered: ({ path }, answered) =>
        path.endsWith('/legal') && answered.body['decision'] === null
          ? { ...answered, body: { ...answered.body, decision: 8 } }
          : answered,
    }),
  },
  {
    what: 'lists all legal commands, whatever is asked for',
    scene: foresight,
    breaks: 'P-4.9',
    meddling: () => ({
      asked: (passing) => {
        passing.path = passing.path.replace(/\?type=.*/, '');
        return undefined;
      },
    }),
  },
  {
    what: 'does not list all commands that agree',
    scene: foresight,
    breaks: 'P-4.9',
    meddling: () => ({
      answered: ({ path }, answered) =>
        path.includes('&fields=') ? { ...answered, body: { ...answered.body, commands: [] } } : answered,
    }),
  },
  {
    what: 'plays what it only should foresee',
    scene: foresight,
    breaks: 'P-9.1',
    meddling: () => ({
      asked: (passing) => {
        passing.path = passing.path.replace('/preview', '/commands');
        return undefined;
      },
    }),
  },
  {
    what: 'has a preview for spectators',
    scene: foresight,
    breaks: 'P-9.1',
    meddling: () => ({
      answered: ({ path }, answered) =>
        path.endsWith('/preview') && answered.body['code'] === 'not-a-player'
          ? { status: 200, body: {} }
          : answered,
    }),
  },
  {
    what: 'foretells an event that does not come',
    scene: foresight,
    breaks: 'P-9.2',
    meddling: () =>
      previewsWith((body) => ({ ...body, events: [{ type: 'sky-fallen' }, ...(body['events'] as Json[])] })),
  },
  {
    what: 'calls complete what has only begun',
    scene: foresight,
    breaks: 'P-9.2',
    meddling: () => previewsWith((body) => ({ ...body, complete: true, stop: null, events: [] })),
  },
  {
    what: 'tells more than the seat can know',
    scene: foresight,
    breaks: 'P-9.3',
    meddling: () => previewsWith((body) => ({ ...body, seatView: { next: 'shipment-red-1' } })),
  },
  {
    what: 'begins a stream with something else',
    scene: streams,
    breaks: 'P-5.1',
    meddling: () => ({
      line: (_passing, line) => (line.type === 'full' ? [{ type: 'table', version: 0 }, line] : [line]),
    }),
  },
  {
    what: 'does not know where a stream broke off',
    scene: streams,
    breaks: 'P-5.2',
    meddling: () => ({
      asked: (passing) => {
        passing.path = passing.path.replace('?since=2', '');
        return undefined;
      },
    }),
  },
  {
    what: 'hides a gap',
    scene: streams,
    breaks: 'P-5.3',
    meddling: () => ({ line: (_passing, line) => (line.type === 'gap' ? [] : [line]) }),
  },
  {
    what: 'tells the stream other missed news than the socket',
    scene: streams,
    breaks: 'P-5.4',
    meddling: () => ({
      line: ({ path }, line) => [path.includes('since') && line.type === 'news' ? { ...line, at: 1 } : line],
    }),
  },
  {
    what: 'forgets a private view',
    scene: streams,
    breaks: 'P-5.5',
    meddling: () => {
      let asked = 0;
      return {
        answered: ({ path }, answered) => {
          if (!/\/matches\/[^/]+$/.test(path)) return answered;
          asked += 1;
          return asked > 1 ? { ...answered, body: { ...answered.body, seatView: null } } : answered;
        },
      };
    },
  },
  {
    what: 'forgets how a match began',
    scene: history,
    breaks: 'P-5.7',
    meddling: () => historyWith((versions) => versions.filter(({ version }) => version !== 0)),
  },
  {
    what: 'tells another story later',
    scene: history,
    breaks: 'P-5.7',
    meddling: () =>
      historyWith((versions) => versions.map((one) => (one['version'] === 3 ? { ...one, events: [] } : one))),
  },
  {
    what: 'shows today’s table as that of the past',
    scene: history,
    breaks: 'P-5.7',
    meddling: () =>
      historyWith((versions) => versions.map((one) => ({ ...one, view: versions.at(-1)?.['view'] }))),
  },
  {
    what: 'ends every history with the first page',
    scene: history,
    breaks: 'P-5.7',
    meddling: () => ({
      answered: ({ path }, answered) =>
        path.includes('/history')
          ? { ...answered, body: { ...answered.body, ...('next' in answered.body && { next: null }) } }
          : answered,
    }),
  },
  {
    what: 'shows a spectator the hand of a player',
    scene: history,
    breaks: 'P-5.7',
    meddling: () =>
      historyWith((versions) =>
        versions.map((one) => ({ ...one, seatView: one['seatView'] ?? { hand: [] } })),
      ),
  },
  {
    what: 'counts the lobby as the setup',
    scene: history,
    breaks: 'P-5.8',
    meddling: () => ({
      line: (_passing, line) => [line.version === -1 ? { ...line, version: 0 } : line],
    }),
  },
  {
    what: 'lets players look through other eyes',
    scene: history,
    breaks: 'P-6.5',
    meddling: () => ({
      answered: ({ path }, answered) =>
        path.includes('/history') && answered.body['code'] === 'not-finished'
          ? { status: 200, body: { versions: [], next: null } }
          : answered,
    }),
  },
  {
    what: 'keeps the commands secret after the end',
    scene: match,
    breaks: 'P-6.5',
    meddling: () => historyWith((versions) => versions.map((one) => ({ ...one, command: null }))),
  },
  {
    what: 'shows every seat the same after the end',
    scene: match,
    breaks: 'P-6.5',
    meddling: () =>
      historyWith((versions) =>
        versions.map((one) => {
          const [first] = (one['seats'] ?? []) as Json[];
          return { ...one, seats: first === undefined ? [] : [{ ...first, seatView: {} }] };
        }),
      ),
  },
  {
    what: 'has no clock in its head',
    scene: clocks,
    breaks: 'P-6.1',
    meddling: () => ({
      answered: ({ path }, answered) =>
        /\/matches\/[^/]+$/.test(path)
          ? { ...answered, body: { ...answered.body, now: Number(answered.body['now']) * 2 } }
          : answered,
    }),
  },
  {
    what: 'shows the seed in the lobby',
    scene: match,
    breaks: 'P-6.2',
    meddling: () => ({
      line: (_passing, line) => [
        line['table'] ? { ...line, table: { ...(line['table'] as object), seed: '00' } } : line,
      ],
    }),
  },
  {
    what: 'shows the record too early',
    scene: match,
    breaks: 'P-6.3',
    meddling: () => ({
      answered: (_passing, answered) =>
        answered.body['code'] === 'not-finished' ? { status: 200, body: { entries: [] } } : answered,
    }),
  },
  {
    what: 'takes moves after the end',
    scene: match,
    breaks: 'P-6.4',
    meddling: () => ({
      answered: (_passing, answered) =>
        answered.body['code'] === 'game-over' ? { status: 200, body: { version: 999 } } : answered,
    }),
  },
  {
    what: 'wants a decision named after the end',
    scene: match,
    breaks: 'P-6.4',
    meddling: () => wantingDecision('game-over'),
  },
  {
    what: 'wants a decision named before the start',
    scene: commands,
    breaks: 'P-4.2',
    meddling: () => wantingDecision('not-started'),
  },
  {
    what: 'requires a decision from a seat that is not asked',
    scene: commands,
    breaks: 'P-4.3',
    meddling: () => wantingDecision('not-your-turn'),
  },
  {
    what: 'speaks another protocol',
    scene: identity,
    breaks: 'P-7.1',
    meddling: () => ({ line: (_passing, line) => [line.type === 'full' ? { ...line, protocol: 99 } : line] }),
  },
  {
    what: 'describes another game',
    scene: identity,
    breaks: 'P-7.2',
    meddling: () => ({
      answered: ({ path }, answered) =>
        path.endsWith('/schemas') ? { ...answered, body: { ...answered.body, $id: 'urn:x' } } : answered,
    }),
  },
  {
    what: 'has the last chapter of its rules in one language only',
    scene: ruleTexts,
    breaks: 'P-7.3',
    meddling: () => ({
      answered: ({ path }, answered) =>
        path.endsWith('/rules/fr')
          ? {
              ...answered,
              body: { ...answered.body, chapters: (answered.body['chapters'] as Json[]).slice(0, -1) },
            }
          : answered,
    }),
  },
  {
    what: 'tells another rule than the one that was asked for',
    scene: ruleTexts,
    breaks: 'P-7.3',
    meddling: () => ({
      answered: ({ path }, answered) =>
        /\/rules\/en\/.*\.1$/.test(path)
          ? { ...answered, body: { ...answered.body, text: 'Anything goes.' } }
          : answered,
    }),
  },
  {
    what: 'names a rule that nobody can read',
    scene: ruleTexts,
    breaks: 'P-7.3',
    meddling: () => ({
      answered: (passing, answered) =>
        isCommand(passing) ? { ...answered, body: { ...answered.body, rule: 'X-1.1' } } : answered,
    }),
  },
  {
    what: 'shows another edition than the one that was asked for',
    scene: drawing,
    breaks: 'P-7.4',
    meddling: () => editionsWith((body) => ({ ...body, edition: 'another' })),
  },
  {
    what: 'lets nobody keep a catalogue',
    scene: drawing,
    breaks: 'P-7.4',
    meddling: () => ({
      answered: ({ path }, answered) =>
        path.includes('/editions/')
          ? { ...answered, headers: { ...answered.headers, 'cache-control': 'no-store' } }
          : answered,
    }),
  },
  {
    what: 'leaves a list out of the catalogue',
    scene: drawing,
    breaks: 'P-7.4',
    meddling: () =>
      editionsWith((body) => ({ ...body, components: { ...(body['components'] as Json), harbour: [] } })),
  },
  {
    what: 'has no colours for seats',
    scene: drawing,
    breaks: 'P-7.4',
    meddling: () => editionsWith((body) => ({ ...body, seats: { ...(body['seats'] as Json), colours: [] } })),
  },
  {
    what: 'does not say what ids are ids of',
    scene: drawing,
    breaks: 'P-7.4',
    meddling: () => ({
      answered: ({ path }, answered) =>
        path.endsWith('/schemas')
          ? { ...answered, body: { ...answered.body, $defs: { publicView: {} } } }
          : answered,
    }),
  },
  {
    what: 'has a component without a name',
    scene: drawing,
    breaks: 'P-7.5',
    meddling: () =>
      sentencesWith((body) => ({
        ...body,
        components: { ...(body['components'] as Json), 'harbour-05': '' },
      })),
  },
  {
    what: 'cannot tell an event',
    scene: drawing,
    breaks: 'P-7.5',
    meddling: () =>
      sentencesWith((body) => ({ ...body, events: { ...(body['events'] as Json), 'game-started': [] } })),
  },
  {
    what: 'has no words for its commands',
    scene: drawing,
    breaks: 'P-7.5',
    meddling: () => sentencesWith((body) => ({ ...body, commands: {} })),
  },
  {
    what: 'has no words for refusals of tables',
    scene: drawing,
    breaks: 'P-7.5',
    meddling: () => ({
      answered: ({ path }, answered) =>
        path.startsWith('/api/v1/sentences/') ? { ...answered, body: {} } : answered,
    }),
  },
  {
    what: 'describes messages without names',
    scene: identity,
    breaks: 'P-7.6',
    meddling: () => ({
      answered: ({ path }, answered) =>
        path.endsWith('/asyncapi.json')
          ? {
              ...answered,
              body: { ...answered.body, components: { messages: { x: { payload: { type: 'object' } } } } },
            }
          : answered,
    }),
  },
  {
    what: 'answers programs with a page',
    scene: identity,
    breaks: 'P-7.7',
    meddling: () => ({
      answered: ({ path }, answered) =>
        path === '/no/such/page' ? { ...answered, headers: { 'Content-Type': 'text/html' } } : answered,
    }),
  },
  {
    what: 'has no client for pages',
    scene: identity,
    breaks: 'P-7.8',
    meddling: () => ({
      asked: ({ path }) =>
        path.endsWith('/client.js') ? { status: 404, body: { code: 'not-found' } } : undefined,
    }),
  },
  {
    what: 'has bots without names',
    scene: leaving,
    breaks: 'P-2.7',
    meddling: () => seatsWith((seat) => (seat['occupant'] === 'bot' ? { ...seat, name: null } : seat)),
  },
  {
    what: 'tells nobody who wants to give up',
    scene: leaving,
    breaks: 'P-8.1',
    meddling: () => seatsWith((seat) => ({ ...seat, abandon: false })),
  },
  {
    what: 'lets one player give up for all',
    scene: leaving,
    breaks: 'P-8.1',
    meddling: () => ({
      answered: ({ path }, answered) =>
        path.endsWith('/abandon') ? { ...answered, body: { abandoned: true } } : answered,
    }),
  },
  {
    what: 'does not say why there is no result',
    scene: leaving,
    breaks: 'P-8.2',
    meddling: () => tablesWith((table) => ({ ...table, abandoned: null })),
  },
  {
    what: 'lets others close a table',
    scene: leaving,
    breaks: 'P-8.3',
    meddling: () => ({
      answered: ({ method }, answered) =>
        method === 'DELETE' && answered.body['code'] === 'not-host' ? { status: 200, body: {} } : answered,
    }),
  },
  {
    what: 'closes a table as if it went to sleep',
    scene: leaving,
    breaks: 'P-8.3',
    meddling: () => ({
      line: (_passing, line) => [line.type === 'closing' ? { ...line, reason: 'sleeping' } : line],
    }),
  },
  {
    what: 'lets a former player look into the hand',
    scene: leaving,
    breaks: 'P-8.4',
    meddling: () => ({
      answered: ({ path }, answered) =>
        /\/matches\/[^/]+$/.test(path) && answered.body['seat'] === null
          ? { ...answered, body: { ...answered.body, seatView: { hand: [] } } }
          : answered,
    }),
  },
  {
    what: 'seats who gave up a seat',
    scene: leaving,
    breaks: 'P-8.5',
    meddling: () => ({
      answered: (_passing, answered) =>
        answered.body['code'] === 'seat-given-up' ? { status: 200, body: { seat: 0 } } : answered,
    }),
  },
  {
    what: 'deals the new player another hand',
    scene: leaving,
    breaks: 'P-8.5',
    meddling: () => {
      let isTaken = false;
      return {
        answered: ({ path, body }, answered) => {
          if (path.endsWith('/seat') && body?.['invitation'] !== undefined && answered.status === 200)
            isTaken = true;
          return isTaken && /\/matches\/[^/]+$/.test(path) && answered.body['seatView'] !== null
            ? { ...answered, body: { ...answered.body, seatView: {} } }
            : answered;
        },
      };
    },
  },
  {
    what: 'keeps counting what was given up',
    scene: leaving,
    breaks: 'P-8.6',
    meddling: () => {
      let matchId = '';
      return {
        answered: ({ path }, answered) => {
          matchId = /\/tables\/([^/]+)\/(abandon|give-up-seat)$/.exec(path)?.[1] ?? matchId;
          return path.endsWith('/me/matches') ? { ...answered, body: { matches: [{ matchId }] } } : answered;
        },
      };
    },
  },
  {
    what: 'shows the built-in edition instead of one that is unknown',
    scene: drawing,
    breaks: 'P-2.1',
    meddling: () => ({
      answered: (_passing, answered) =>
        answered.body['code'] === 'unknown-edition' ? { status: 200, body: {} } : answered,
    }),
  },
  {
    what: 'shows the rules in another language instead',
    scene: ruleTexts,
    breaks: 'P-2.1',
    meddling: () => ({
      answered: (_passing, answered) =>
        answered.body['code'] === 'unknown-language' ? { status: 200, body: {} } : answered,
    }),
  },
];

function tablesWith(change: (table: Json) => Json): Meddling {
  return {
    answered: (_passing, answered) => {
      const { table } = answered.body;
      if (typeof table !== 'object' || table === null) return answered;
      return { ...answered, body: { ...answered.body, table: change(table as Json) } };
    },
  };
}

function seatsWith(change: (seat: Json) => Json): Meddling {
  return tablesWith((table) => ({ ...table, seats: (table['seats'] as Json[]).map(change) }));
}

function previewsWith(change: (body: Json) => Json): Meddling {
  return {
    answered: ({ path }, answered) =>
      path.endsWith('/preview') && answered.status === 200
        ? { ...answered, body: change(answered.body) }
        : answered,
  };
}

function historyWith(change: (versions: Json[]) => Json[]): Meddling {
  return {
    answered: ({ path }, answered) =>
      path.includes('/history') && answered.status === 200
        ? { ...answered, body: { ...answered.body, versions: change(answered.body['versions'] as Json[]) } }
        : answered,
  };
}

function editionsWith(change: (body: Json) => Json): Meddling {
  return {
    answered: ({ path }, answered) =>
      path.includes('/editions/') && answered.status === 200
        ? { ...answered, body: change(answered.body) }
        : answered,
  };
}

function sentencesWith(change: (body: Json) => Json): Meddling {
  return {
    answered: ({ path }, answered) =>
      path.includes('/games/') && path.includes('/sentences/') && answered.status === 200
        ? { ...answered, body: change(answered.body) }
        : answered,
  };
}

/** Checks for a missing decision too early, when another code is due. */
function wantingDecision(due: string): Meddling {
  return {
    answered: (passing, answered) =>
      isCommand(passing) && passing.body?.['decision'] === undefined && answered.body['code'] === due
        ? { status: 400, body: { ...answered.body, code: 'bad-payload' } }
        : answered,
  };
}

/** Takes too long here: twelve seconds without a heartbeat, tested by the kit on our own server only. */
export const SLOW_SCENES = [beats];
