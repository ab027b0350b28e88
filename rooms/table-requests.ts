// What each request to a table does, whichever door it came through.
import { type Rejection, reject } from '../shared/kernel/codes.ts';
import type { Language } from '../shared/kernel/game.ts';
import type { Seat } from '../shared/kernel/seat.ts';
import type { TableCode } from '../shared/protocol/codes.ts';
import type { TableRequest, tableRequests } from '../shared/protocol/messages.ts';
import type { Identity } from './ports.ts';
import type { Session } from './session.ts';
import { everybodyReady, playerAt } from './table.ts';
import type { Talk } from './talk.ts';

/** Somebody who asks for something. */
export interface Asker {
  readonly identity: Identity;
  language: Language;
}

export type Answer<Value extends object = object> = { readonly ok: true; readonly value: Value } | Rejection;

/** What a room does that concerns its connections too. */
interface Room {
  readonly session: Session;
  readonly talk: Talk;
  sit(asker: Asker, seat: Seat | undefined): Promise<TableCode | undefined>;
  rise(asker: Asker): Promise<TableCode | undefined>;
  arrangeSeat(seat: Seat, occupant: 'open' | 'bot'): Promise<TableCode | undefined>;
  begin(): Promise<TableCode | undefined>;
}

/** Who asks, and where. */
export interface Inquiry {
  readonly room: Room;
  readonly asker: Asker;
  readonly seat: Seat | undefined;
  readonly isHost: boolean;
}

type Fields<Type extends TableRequest> = (typeof tableRequests)[Type]['_output'];

const DONE = { ok: true, value: {} } as const;

function outcome(refusal: TableCode | 'bad-payload' | undefined): Answer {
  return refusal === undefined ? DONE : reject(refusal, null);
}

/** One handler per request of `shared/protocol/messages.ts`. */
export const handlers: {
  [Type in TableRequest]: (inquiry: Inquiry, fields: Fields<Type>) => Answer | Promise<Answer>;
} = {
  'take-seat': async ({ room, asker }, { seat }) => {
    if (room.session.status !== 'lobby') return reject('already-started', null);
    const refusal = await room.sit(asker, seat);
    return refusal === undefined
      ? { ok: true, value: { seat: room.session.seatOf(asker.identity.id) ?? null } }
      : reject(refusal, null);
  },
  'leave-seat': async ({ room, asker }) => outcome(await room.rise(asker)),
  'set-seat': async ({ room, isHost }, { seat, occupant }) => {
    if (!isHost) return reject('not-host', null);
    if (room.session.status !== 'lobby') return reject('already-started', null);
    return outcome(await room.arrangeSeat(seat, occupant));
  },
  ready: async ({ room, seat }, { ready }) => {
    if (seat === undefined) return reject('not-seated', null);
    if (room.session.status !== 'lobby') return reject('already-started', null);
    const refusal = await room.session.change((table) => {
      const player = playerAt(table, seat);
      if (player !== undefined) player.ready = ready;
      return undefined;
    });
    if (refusal === undefined && everybodyReady(room.session.table)) return outcome(await room.begin());
    return outcome(refusal);
  },
  start: async ({ room, isHost }) => (isHost ? outcome(await room.begin()) : reject('not-host', null)),
  'hand-over': async ({ room, seat }, { playing }) => {
    if (seat === undefined) return reject('not-seated', null);
    return outcome(
      await room.session.change((table) => {
        const player = playerAt(table, seat);
        if (player === undefined) return 'not-seated';
        player.delegated = !playing;
        if (playing) player.away = false;
        return undefined;
      }),
    );
  },
  chat: ({ room, asker, seat }, { text }) => outcome(room.talk.say(asker.identity, seat, text)),
  mute: async ({ room, isHost }, { seat, name, muted }) => {
    if (!isHost) return reject('not-host', null);
    if (seat !== null && name !== undefined) return reject('bad-payload', null, 'name: of a spectator only');
    if (seat !== null) return outcome(await room.talk.silenceSeat(seat, muted));
    return outcome(await room.talk.silenceSpectators(name, muted));
  },
  rematch: async ({ room, seat }) => {
    if (seat === undefined) return reject('not-seated', null);
    return outcome(await room.session.playAgain(seat));
  },
  legal: ({ room, seat }) => {
    if (seat === undefined) return reject('not-a-player', null);
    const legal = room.session.legal(seat);
    return 'ok' in legal ? legal : { ok: true, value: legal };
  },
  'news-since': ({ room, seat }, { version }) => ({
    ok: true,
    value: room.session.memory.since(version, seat ?? null),
  }),
  language: ({ asker }, { language }) => {
    asker.language = language;
    return DONE;
  },
};
