// The parts of an open room, and their assembly.

import type { Room } from 'colyseus';
import type { JoinOptions } from '../../shared/protocol/messages.ts';
import type { Shorthand } from '../../shared/protocol/short-news.ts';
import type { MatchRow } from '../life/match-store.ts';
import type { RefusalTexts } from '../life/refusal-texts.ts';
import { isBegun } from '../life/states.ts';
import { codeOfUnavailable } from '../life/store-error.ts';
import type { Attendance } from '../people/attendance.ts';
import { Talk } from '../people/chat.ts';
import { HttpDoor, Visits } from '../people/http-door.ts';
import type { LobbySeats } from '../people/lobby-seats.ts';
import { Budgets } from '../people/rate-limits.ts';
import { Seating } from '../people/seating.ts';
import { Desk } from '../play/desk.ts';
import type { Hints } from '../play/hints.ts';
import { Session, type SessionContext } from '../play/session.ts';
import type { RoomDeps } from '../ports.ts';
import type { Slices } from '../schedule.ts';
import { Delivery, Listed } from '../show/delivery.ts';
import type { History } from '../show/history.ts';
import { Places } from './places.ts';
import { Showcase, type StateMirrors } from './showcase.ts';
import { Sockets } from './sockets.ts';

/** The input for opening a room. Created by the process; clients cannot send one. */
export interface RoomOrder {
  readonly row: MatchRow;
  /** Starts immediately: a rematch that all players agreed to. */
  readonly startNow: boolean;
  /** The number of the first part of the synchronized state, if clients return with an earlier one of the same match. */
  readonly firstRef: number | undefined;
}

/** Data of a joining client, already validated. */
export interface Visit {
  readonly join: JoinOptions;
  readonly acceptLanguage: string;
  /** The key of limits per address. */
  readonly address: string;
}

/** Shared by all rooms of one game. */
export interface RoomKind {
  readonly deps: RoomDeps;
  readonly refusalTexts: RefusalTexts;
  readonly hints: Hints;
  readonly history: History;
  readonly lobbySeats: LobbySeats;
  readonly mirrorsFor: (row: MatchRow) => StateMirrors;
  readonly shorthandFor: (row: MatchRow) => Shorthand;
  readonly processStartedAt: number;
  readonly slices: Slices;
  readonly openRematch: SessionContext['openRematch'];
}

export interface RoomParts {
  readonly session: Session;
  readonly showcase: Showcase;
  readonly delivery: Delivery;
  readonly attendance: Attendance;
  readonly places: Places;
  readonly seating: Seating;
  readonly talk: Talk;
  readonly desk: Desk;
  readonly sockets: Sockets;
  readonly visits: Visits;
  readonly http: HttpDoor;
  readonly listed: Listed;
}

interface Life {
  readonly isClosing: () => boolean;
  /** The host closed the table. */
  readonly closed: () => void;
}

/** Number of people per table whose rates and names are tracked in addition to the players. */
const KEPT_PEOPLE = 100;

/** Nothing is sent before delivery begins. */
export async function openRoom(room: Room, kind: RoomKind, row: MatchRow, life: Life): Promise<RoomParts> {
  const { deps, refusalTexts, hints, history, lobbySeats } = kind;
  const { limits } = deps;
  const delivery = new Delivery(deps.isOwner);
  const session = createSession(kind, row, delivery);
  const remembered = limits.maxSpectators + KEPT_PEOPLE;
  const { attendance } = session.people;
  const budgets = new Budgets(deps, remembered);
  const showcase = new Showcase(kind.mirrorsFor(row));
  const shorthand = () => kind.shorthandFor(row);
  const sockets = new Sockets({ ...deps, room, session, attendance, showcase, shorthand, log: deps.log });
  delivery.prepare(sockets);
  if (isBegun(row)) await resume(kind, session);
  else session.awaitParts();
  const places = new Places({ room, session, attendance, limits });
  const seating = new Seating({ ...deps, deps, session, lobbySeats, attendance, places, delivery });
  const talk = new Talk({ session, deps, budgets, delivery, onlookers: remembered });
  const visits = new Visits(session, talk, deps.blocks);
  const parts = { session, attendance, delivery, seating, talk, visits, showcase };
  const desk = new Desk({ ...parts, deps, budgets, hints, history, refusalTexts, closed: life.closed });
  const isClosing = () => life.isClosing() || !deps.isOwner();
  const http = new HttpDoor({ ...parts, deps, desk, history, isClosing });
  const listed = new Listed({ ...deps, session, attendance, lobbySeats });
  return { ...parts, sockets, places, desk, http, listed };
}

function createSession({ deps, openRematch, slices }: RoomKind, row: MatchRow, audience: Delivery): Session {
  const game = deps.shelf.gameOf(row);
  if (game === undefined) throw new Error('unknown edition');
  return new Session({ deps, game, audience, slices, openRematch }, row);
}

async function resume({ deps, processStartedAt, slices }: RoomKind, session: Session): Promise<void> {
  try {
    const since = deps.ownership.recoveredAt(session.matchId) ?? processStartedAt;
    await session.resume(await slices.journal(deps.store, session.matchId), since);
  } catch (fault) {
    if (codeOfUnavailable(fault) !== 'match-damaged') throw fault;
    session.spoil(fault);
  }
}
