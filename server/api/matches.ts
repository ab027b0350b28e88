// A match: views, legal commands, commands, the stream and the record.
import { z } from 'zod';
import type { RoomService } from '../../rooms/index.ts';
import type { MatchStore } from '../../rooms/life/match-store.ts';
import type { GameShelf, Log } from '../../rooms/ports.ts';
import { reject } from '../../shared/kernel/codes.ts';
import { revive } from '../../shared/kernel/keys.ts';
import { UNDO_CODES } from '../../shared/kernel/undo.ts';
import { hintAnswer } from '../../shared/protocol/advice.ts';
import { envelope } from '../../shared/protocol/envelope.ts';
import { legalAnswer, legalRequest, previewAnswer } from '../../shared/protocol/legal.ts';
import { truth } from '../../shared/protocol/lines.ts';
import { tableRequests } from '../../shared/protocol/messages.ts';
import { recordSchema } from '../../shared/protocol/record.ts';
import { undoAsked, undoableAnswer } from '../../shared/protocol/undo.ts';
import type { Counting } from '../http/counting.ts';
import { accepted, Problem, refused } from '../http/problem.ts';
import { askTable, callerOf, type Route, route } from '../http/route.ts';
import { invited, matchParams } from '../http/table-params.ts';
import type { ProcessLimits } from '../process/limits.ts';
import { isOver } from '../records/record.ts';
import { analysisRoute } from './analysis.ts';
import { historyRoute } from './history.ts';
import { Records } from './records.ts';
import { sampleTruth } from './samples.ts';
import { sendPrepared } from './sent.ts';
import { Streams } from './stream.ts';

export interface MatchRouteDeps {
  readonly rooms: RoomService;
  readonly shelf: GameShelf;
  readonly store: MatchStore;
  readonly limits: ProcessLimits;
  readonly counting: Counting;
  readonly log: Log;
}

export function matchRoutes(deps: MatchRouteDeps): Route[] {
  return [
    ...lookRoutes(),
    ...moveRoutes(),
    streamRoute(deps),
    historyRoute(deps),
    analysisRoute(deps),
    recordRoute(deps),
  ];
}

const commandName = z.looseObject({ type: z.string().max(64) });

/** Why a command may be refused before it is stored. */
const JUDGED = [
  'unknown-match',
  'unknown-command',
  'not-a-player',
  'not-started',
  'game-over',
  'match-abandoned',
  'stale-decision',
  'not-your-turn',
  'wrong-phase',
  'frozen',
  'journal-full',
  'phase-exhausted',
];

/** Why nothing is taken back. */
const NOT_UNDONE = [
  'unknown-match',
  'not-a-player',
  'not-started',
  'game-over',
  'match-abandoned',
  'frozen',
  'journal-full',
  'phase-exhausted',
  'undo-off',
  'undo-by-consent',
  ...UNDO_CODES,
] as const;

/** The fields of a wish, from a URL. */
function fieldsIn(text: string): object {
  const parsed = parsedJson(text);
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed;
  throw new Problem('bad-payload', { detail: 'fields: a JSON object is expected' });
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text, revive);
  } catch {
    return undefined;
  }
}

const common = { tag: 'Matches', auth: 'player', params: matchParams, about: 'id', inRoom: true } as const;

function lookRoutes(): Route[] {
  return [
    route({
      ...common,
      id: 'readMatch',
      method: 'get',
      path: '/matches/{id}',
      summary: 'The match as you may see it',
      query: invited,
      answers: { 200: { description: 'Everything you may know', schema: truth, example: sampleTruth } },
      refusals: ['unknown-match', 'invitation-required', 'spectators-not-allowed'],
      handle: (call) => {
        const { room } = call;
        const answer = room.http.look(callerOf(call, call.query.invitation));
        return { status: 200, body: accepted(answer, room.roomName) };
      },
    }),
    route({
      ...common,
      id: 'listLegal',
      method: 'get',
      path: '/matches/{id}/legal',
      summary: 'Your legal commands',
      description:
        'Each is ready to be sent, including the decision it answers, if any. If there are too many for one answer, `types` or `next` says how to narrow them down.',
      query: z.strictObject({
        type: legalRequest.shape.type,
        fields: z
          .string()
          .max(4_000)
          .optional()
          .describe('With `type`, a JSON object: only commands with these fields, such as `{"to":2}`.'),
      }),
      answers: {
        200: {
          description: 'Commands and the decision they answer; empty if you are not asked',
          schema: legalAnswer,
          example: { decision: 96, commands: [{ type: 'pass', decision: 96 }], unasked: [], complete: true },
        },
      },
      refusals: ['unknown-match', 'unknown-command', 'not-a-player', 'not-started', 'frozen'],
      handle: async (call) => {
        const { type, fields } = call.query;
        const wish = { ...(type !== undefined && { type }), ...(fields && { fields: fieldsIn(fields) }) };
        return { status: 200, body: await askTable(call, 'legal', wish) };
      },
    }),
  ];
}

function moveRoutes(): Route[] {
  return [
    route({
      ...common,
      id: 'previewCommand',
      method: 'post',
      path: '/matches/{id}/preview',
      summary: 'What a command would lead to',
      description:
        'Takes the same body as `POST /matches/{id}/commands` but plays nothing. Returns the events of that command and the views after it, as far as your seat can foresee them. Refused with the same codes as the command itself.',
      body: commandName,
      described: commandName.extend(envelope.shape),
      example: { type: 'pass', decision: 96 },
      answers: {
        200: {
          description:
            'What would happen, up to the next decision or the first thing that cannot be foreseen',
          schema: previewAnswer,
          example: {
            version: 13,
            complete: false,
            stop: 'hidden',
            events: [{ type: 'turn-passed', seat: 0 }],
            view: { version: 13 },
            seatView: {},
          },
        },
      },
      refusals: JUDGED,
      handle: async (call) => ({ status: 200, body: await askTable(call, 'preview', call.body) }),
    }),
    route({
      ...common,
      id: 'askHint',
      method: 'get',
      path: '/matches/{id}/hint',
      summary: 'What a captain would play in your place',
      description:
        'At a table with `hints`, while your seat is asked. A captain thinks about it for as long as about a move of its own, knowing no more than you do. Plays nothing.',
      answers: {
        200: {
          description: 'A command that is ready to be sent',
          schema: hintAnswer,
          example: { version: 12, decision: 96, command: { type: 'pass', decision: 96 } },
        },
      },
      refusals: [
        'unknown-match',
        'not-a-player',
        'not-started',
        'game-over',
        'match-abandoned',
        'not-your-turn',
        'stale-decision',
        'frozen',
        'no-hints',
        'no-captain',
      ],
      handle: async (call) => ({ status: 200, body: await askTable(call, 'hint', {}) }),
    }),
    route({
      ...common,
      id: 'readUndoable',
      method: 'get',
      path: '/matches/{id}/undoable',
      summary: 'What you may take back',
      description:
        'Your latest command, if nothing that followed told anybody anything: by yourself while nobody has decided since, otherwise if the others agree.',
      answers: {
        200: {
          description: 'What would be taken back',
          schema: undoableAnswer,
          example: { to: 12, versions: [13], asks: [] },
        },
      },
      refusals: NOT_UNDONE,
      handle: async (call) => ({ status: 200, body: await askTable(call, 'undoable', {}) }),
    }),
    route({
      ...common,
      id: 'undo',
      method: 'post',
      path: '/matches/{id}/undo',
      summary: 'Take your latest command back',
      description:
        'Stored and answered like a command. Everybody gets the event `taken-back` and the views of before as a new version.',
      body: tableRequests.undo,
      example: { to: 12, commandId: 'undo-13' },
      answers: {
        200: {
          description: 'Accepted and stored',
          schema: z.strictObject({ version: z.int().min(1) }),
          example: { version: 14 },
        },
      },
      refusals: [...NOT_UNDONE, 'storage-unavailable', 'outcome-unknown'],
      handle: async (call) => ({ status: 200, body: await askTable(call, 'undo', call.body) }),
    }),
    route({
      ...common,
      id: 'askUndo',
      method: 'post',
      path: '/matches/{id}/ask-undo',
      summary: 'Ask the others whether you may take your latest command back',
      description:
        'Everybody who is here is asked for 20 seconds, as the table’s `undoQuestion`. Once all have agreed, it is taken back; with nobody to ask, at once.',
      body: tableRequests['ask-undo'],
      example: { to: 12 },
      answers: {
        200: { description: 'Who is asked', schema: undoAsked, example: { asked: [1, 2] } },
      },
      refusals: [...NOT_UNDONE, 'question-open', 'question-limit', 'storage-unavailable', 'outcome-unknown'],
      handle: async (call) => ({ status: 200, body: await askTable(call, 'ask-undo', call.body) }),
    }),
    route({
      ...common,
      id: 'answerUndo',
      method: 'post',
      path: '/matches/{id}/answer-undo',
      summary: 'Agree that something is taken back, or not',
      description: 'Refusing ends the question for everybody. Its asker may withdraw it in the same way.',
      body: tableRequests['answer-undo'],
      example: { question: 0, agree: true },
      answers: { 204: { description: 'Done' } },
      refusals: [...NOT_UNDONE, 'stale-question', 'storage-unavailable', 'outcome-unknown'],
      handle: async (call) => {
        await askTable(call, 'answer-undo', call.body);
        return { status: 204 };
      },
    }),
    route({
      ...common,
      id: 'sendCommand',
      method: 'post',
      path: '/matches/{id}/commands',
      summary: 'Send a command',
      description:
        'The command’s type and fields as described by the game’s schemas, the decision it answers, and an id of your choice: repeated with that id, it gets the same answer and is not played twice.',
      // The fields of an unknown command are not validated; the room checks the rest.
      body: commandName,
      described: commandName.extend(envelope.shape),
      example: { type: 'pass', decision: 96, commandId: 'move-12' },
      answers: {
        200: {
          description: 'Accepted and stored',
          schema: z.strictObject({ version: z.int().min(1) }),
          example: { version: 13 },
        },
      },
      refusals: [...JUDGED, 'storage-unavailable', 'outcome-unknown', 'match-damaged'],
      handle: async (call) => {
        const { room, body } = call;
        const { type, ...payload } = body;
        const answer = await room.http.play(callerOf(call), type, payload);
        return { status: 200, body: accepted(answer, room.roomName) };
      },
    }),
  ];
}

function streamRoute({ limits, counting }: MatchRouteDeps): Route {
  const streams = new Streams(limits, counting);
  return route({
    id: 'streamMatch',
    tag: 'Matches',
    method: 'get',
    path: '/matches/{id}/stream',
    auth: 'player',
    summary: 'Follow the match, line by line',
    description: `One JSON object per line, distinguished by \`type\`: first \`full\`, then \`news\` for each version, \`table\`, \`chat\`, finally \`closing\`. An empty line is sent every ${limits.heartbeatSeconds} seconds. With \`since\`, the news after that version come first, or a \`gap\` if there are too many. An open stream counts as presence. After ${limits.streamSeconds} seconds at most a stream ends itself with the reason \`expired\`: ask for it again at once, with \`since\`.`,
    params: matchParams,
    query: z.strictObject({
      ...invited.shape,
      since: z.coerce
        .number()
        .pipe(z.int().min(-1))
        .optional()
        .describe('The last version you saw; −1 for none, as in the lobby.'),
    }),
    answers: {
      200: {
        description: 'Lines, until you or the server close the stream',
        mediaType: 'application/x-ndjson',
      },
    },
    refusals: ['unknown-match', 'invitation-required', 'spectators-not-allowed', 'table-full'],
    about: 'id',
    inRoom: true,
    head: { status: 200, headers: streams.headers },
    handle: async (call) => {
      const { room } = call;
      const { invitation, since } = call.query;
      const missed =
        since === undefined ? undefined : await room.http.recall(callerOf(call, invitation), since);
      streams.open(call, (visitor) => {
        const refusal = room.http.visit(visitor, invitation, missed);
        if (refusal !== undefined) throw refused(reject(refusal, null), room.roomName);
        return { leave: () => room.http.leave(visitor), expire: () => room.http.expire(visitor) };
      });
      return undefined;
    },
  });
}

function recordRoute(deps: MatchRouteDeps): Route {
  const { store, limits, counting } = deps;
  const records = new Records(deps);
  const limiter = counting.limiter({
    name: 'records',
    amount: limits.recordsPerMinute,
    seconds: 60,
    maxKeys: limits.rememberedKeys,
  });
  return route({
    id: 'readRecord',
    tag: 'Matches',
    method: 'get',
    path: '/matches/{id}/record',
    auth: 'anyone',
    isForAllPages: true,
    summary: 'The record of a finished or abandoned match',
    description:
      'The seed and all commands: everything needed to replay and verify the match. If it was abandoned, `abandoned` says why, and there is no result. Pages of all origins may read it, so that the page `/verify` of another server can.',
    params: matchParams,
    limit: limiter,
    answers: {
      200: { description: 'The record', schema: recordSchema },
      304: { description: 'Not modified' },
    },
    refusals: ['unknown-match', 'not-finished', 'match-damaged', 'too-large', 'storage-unavailable'],
    handle: async (call) => {
      const { id } = call.params;
      const row = await store.load(id);
      if (row === undefined) throw new Problem('unknown-match');
      // The seed and secret commands are published only from here on.
      if (!isOver(row)) throw new Problem('not-finished');
      return sendPrepared(call, await records.of(row), {
        'Content-Disposition': `attachment; filename="${row.game}-${id}.json"`,
      });
    },
  });
}
