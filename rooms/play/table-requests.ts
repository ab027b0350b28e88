// The effect of each request to a table, over any transport.
import { reject } from '../../shared/kernel/codes.ts';
import type { Seat } from '../../shared/kernel/seat.ts';
import { USUAL_STRENGTH } from '../../shared/kernel/strength.ts';
import { checksumOf } from '../../shared/protocol/checksum.ts';
import type { TableRequest, tableRequests } from '../../shared/protocol/messages.ts';
import type { Showcase } from '../colyseus/showcase.ts';
import { beginsWhenReady } from '../life/start-time.ts';
import type { Outcome } from '../life/stored-table.ts';
import { commitTo, playerAt } from '../life/table.ts';
import type { Talk } from '../people/chat.ts';
import type { Seating } from '../people/seating.ts';
import type { Answer, Asker } from '../people/viewer.ts';
import type { History } from '../show/history.ts';
import { newsSince, recallNews } from '../show/missed-news.ts';
import type { Hints } from './hints.ts';
import type { Session } from './session.ts';

/** Who asks, and where. */
interface Inquiry {
  readonly session: Session;
  readonly seating: Seating;
  readonly talk: Talk;
  readonly hints: Hints;
  readonly history: History;
  readonly showcase: Showcase;
  readonly asker: Asker;
  readonly seat: Seat | undefined;
  readonly isHost: boolean;
  /** Called after the table was closed: disconnects all clients. */
  readonly closed: () => void;
}

type Fields<Type extends TableRequest> = (typeof tableRequests)[Type]['_output'];

const DONE = { ok: true, value: {} } as const;

function outcome(refusal: Outcome | undefined): Answer {
  return typeof refusal === 'string' ? reject(refusal, null) : DONE;
}

/** One handler per request of `shared/protocol/messages.ts`. */
export const handlers: {
  [Type in TableRequest]: (inquiry: Inquiry, fields: Fields<Type>) => Answer | Promise<Answer>;
} = {
  'take-seat': async ({ session, seating, asker }, { seat, invitation }) => {
    const { begun } = session;
    if (begun !== undefined && session.table.seatInvitation === '') return reject(begun, null);
    const refusal =
      begun === undefined
        ? await seating.sit(asker, seat)
        : await seating.takeOver(asker.identity, seat, invitation);
    return refusal === undefined
      ? { ok: true, value: { seat: session.seatOf(asker.identity.id) ?? null } }
      : reject(refusal, null);
  },
  'leave-seat': async ({ seating, asker }) => outcome(await seating.rise(asker)),
  'give-up-seat': async ({ seating, asker }) => outcome(await seating.giveUp(asker)),
  'set-start-time': async ({ session, isHost }, { startsAt }) =>
    isHost
      ? outcome(await session.apply({ kind: 'set-start-time', at: startsAt }))
      : reject('not-host', null),
  'close-table': async ({ session, isHost, closed }) => {
    if (!isHost) return reject('not-host', null);
    const done = await session.apply({ kind: 'host-close' });
    if (typeof done !== 'string') closed();
    return outcome(done);
  },
  'accept-newcomer': async ({ session, asker }, { name, agree }) =>
    outcome(await session.apply({ kind: 'admit', player: asker.identity.id, name, agree })),
  abandon: async ({ session, asker }, { agree }) => {
    const done = await session.apply({ kind: 'agree', player: asker.identity.id, agree });
    if (typeof done === 'string') return reject(done, null);
    return { ok: true, value: { abandoned: session.table.abandoned !== null } };
  },
  'set-seat': async ({ session, seating, isHost }, { seat, occupant, strength }) => {
    if (!isHost) return reject('not-host', null);
    if (session.begun !== undefined) return reject(session.begun, null);
    if (occupant === 'bot')
      return outcome(await seating.arrange(seat, { kind: 'bot', strength: strength ?? USUAL_STRENGTH }));
    if (strength !== undefined) return reject('bad-payload', null, 'strength: of a bot only');
    return outcome(await seating.arrange(seat, { kind: 'open' }));
  },
  'commit-part': async ({ session, seat }, { commitment }) => {
    if (seat === undefined) return reject('not-seated', null);
    if (session.begun !== undefined) return reject(session.begun, null);
    return outcome(
      await session.change((table) => {
        const player = playerAt(table, seat);
        if (player !== undefined) commitTo(player, commitment);
        return undefined;
      }),
    );
  },
  'open-part': async ({ session, asker }, { part }) =>
    outcome(await session.openPart(asker.identity.id, part)),
  ready: async ({ session, seat }, { ready }) => {
    if (seat === undefined) return reject('not-seated', null);
    if (session.begun !== undefined) return reject(session.begun, null);
    const refusal = await session.change((table) => {
      const player = playerAt(table, seat);
      if (player !== undefined) player.ready = ready;
      return undefined;
    });
    if (refusal === undefined && beginsWhenReady(session.row, session.now, (id) => session.isHere(id)))
      return outcome(await session.start(seat));
    return outcome(refusal);
  },
  start: async ({ session, isHost, seat }) =>
    isHost ? outcome(await session.start(seat)) : reject('not-host', null),
  'hand-over': async ({ session, seat }, { playing }) => {
    if (seat === undefined) return reject('not-seated', null);
    return outcome(
      await session.change((table) => {
        const player = playerAt(table, seat);
        if (player === undefined) return 'not-seated';
        player.delegated = !playing;
        if (playing) player.away = false;
        return undefined;
      }),
    );
  },
  chat: ({ talk, asker, seat }, { text }) => outcome(talk.say(asker.identity, seat, text)),
  mute: async ({ talk, isHost }, { seat, name, muted }) => {
    if (!isHost) return reject('not-host', null);
    if (seat !== null && name !== undefined) return reject('bad-payload', null, 'name: of a spectator only');
    if (seat !== null) return outcome(await talk.silenceSeat(seat, muted));
    return outcome(await talk.silenceSpectators(name, muted));
  },
  block: async ({ session, seating, talk, asker, isHost }, { name, how }) => {
    const refusal = await talk.block(asker.identity, name, how === 'none' ? undefined : how);
    if (refusal !== undefined) return reject(refusal, null);
    const seat = session.table.occupants.findIndex((place) => place.kind === 'player' && place.name === name);
    const isRemoved = how === 'block' && isHost && seat >= 0 && session.begun === undefined;
    return outcome(isRemoved ? await seating.arrange(seat, { kind: 'open' }) : undefined);
  },
  rematch: async ({ session, seat }, { commitment }) => {
    if (seat === undefined) return reject('not-seated', null);
    return outcome(await session.rematch(seat, commitment));
  },
  legal: ({ session, seat }, { type, fields = {} }) => {
    if (seat === undefined) return reject('not-a-player', null);
    if (type !== undefined) return session.questions.legal(seat, { type, fields });
    if (Object.keys(fields).length > 0) return reject('bad-payload', null, 'fields: of a type only');
    return session.questions.legal(seat);
  },
  preview: ({ session, seat }, { type, ...payload }) =>
    session.questions.preview(seat ?? null, type, payload),
  hint: async ({ session, hints, asker, seat }) => {
    if (seat === undefined) return reject('not-a-player', null);
    const perplexed = session.questions.perplexed(seat);
    return perplexed.ok ? await hints.give(asker, perplexed.value) : perplexed;
  },
  undoable: ({ session, seat }) =>
    seat === undefined ? reject('not-a-player', null) : session.takingBack.undoable(seat),
  undo: ({ session, asker }, { to, commandId = null }) => session.undo(asker.identity.id, to, commandId),
  'ask-undo': ({ session, asker }, { to }) => session.takingBack.ask(asker.identity.id, to),
  'answer-undo': ({ session, asker }, { question, agree }) =>
    session.takingBack.answer(asker.identity.id, question, agree),
  'news-since': async ({ session, history, asker }, { version }) => {
    const recalled = await recallNews(session, history, version, asker);
    const viewer = session.seatOf(asker.identity.id) ?? null;
    return { ok: true, value: newsSince(session, version, viewer, recalled) };
  },
  history: async ({ session, history, asker, seat }, asked) => {
    const past = session.questions.past();
    if (!past.ok) return past;
    return await history.page(past.value, asked, {
      id: asker.identity.id,
      address: asker.address,
      seat: seat ?? null,
    });
  },
  'short-news': ({ asker }) => {
    if (asker.shortenNews === undefined) return reject('bad-payload', null, 'over sockets only');
    asker.shortenNews();
    return DONE;
  },
  checksum: ({ showcase, seat }) => {
    const seen = showcase.seenBy(seat);
    return { ok: true, value: { version: seen.version, checksum: checksumOf(seen) } };
  },
  language: ({ asker }, { language }) => {
    asker.language = language;
    return DONE;
  },
};
