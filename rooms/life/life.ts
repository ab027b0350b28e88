// The life of a match: everything that changes its state, as one pure function of its row. `states.ts` says which state
// can follow which; `stored-table.ts` stores the change and what follows from it.

import { isDeepStrictEqual } from 'node:util';
import type { Result } from '../../shared/kernel/game.ts';
import type { Seat } from '../../shared/kernel/seat.ts';
import type { AbandonedFacts } from '../../shared/protocol/table.ts';
import type { Asked } from '../play/who-acts.ts';
import type { Identity, RoomDeps } from '../ports.ts';
import { areOpened, calledParts, openedParts } from './deal.ts';
import { forget } from './forgetting.ts';
import type { MatchChange, MatchRow } from './match-store.ts';
import { newInvitation } from './new-table.ts';
import { agreeOnStart, nextReminder, reminded } from './start-time.ts';
import { isPlaying, LIFE, type Refusal, stateOf } from './states.ts';
import { answerNewcomer, askPlayers, giveUpSeat, isAccepted, opensSeat, succeed } from './succession.ts';
import { cloneTable, isFilled, namesOf, type Player, players, seatOf, type Table } from './table.ts';

/** What an administrator does. */
export type MatchAction =
  /** No moves are played and no clock runs until it is unfrozen. */
  | { readonly kind: 'freeze' }
  | { readonly kind: 'unfreeze' }
  /** The match ends without a result, a table before the start is closed. */
  | { readonly kind: 'close' }
  /** A public table becomes private. */
  | { readonly kind: 'unlist' }
  /** Removes a player's name and id. */
  | { readonly kind: 'forget'; readonly player: string };

export type Cause =
  | MatchAction
  /** The host begins, or all players are ready. */
  | { readonly kind: 'start'; readonly isOpening?: true }
  /** The host says when it is to begin, or (`null`) that this is open. */
  | { readonly kind: 'set-start-time'; readonly at: number | null }
  /** Its players are reminded of that. */
  | { readonly kind: 'remind' }
  /** A program opens the part that it committed to. */
  | { readonly kind: 'open-part'; readonly player: string; readonly part: string }
  /** Parts were awaited long enough. */
  | { readonly kind: 'deal' }
  /** The last command of the game was played. */
  | { readonly kind: 'finish'; readonly result: Result }
  /** The rules or views have thrown an exception, or the rules refuse the journal. */
  | { readonly kind: 'fault' }
  /** It comes into memory, where its own session handles the clock. */
  | { readonly kind: 'wake' }
  /** It leaves memory until its next time-out. Who must act is stored with it, for lists. */
  | { readonly kind: 'sleep'; readonly wakeAt: number | null; readonly asked: Asked[] }
  /** A player agrees to give the match up, or withdraws. It ends once all present players agree. */
  | { readonly kind: 'agree'; readonly player: string; readonly agree: boolean }
  /** A player gives a seat up for good: `vacancy` decides who takes it. If this was the last player, the match ends. */
  | { readonly kind: 'give-up'; readonly player: string }
  /** An invited person takes a seat that was given up, or first asks the players for it. */
  | ({ readonly kind: 'take-over' } & Takeover)
  /** A player agrees that a newcomer takes a seat, or withdraws. The newcomer takes it by asking again. */
  | { readonly kind: 'admit'; readonly player: string; readonly name: string; readonly agree: boolean }
  /** The host closes the table before the start. */
  | { readonly kind: 'host-close' }
  /** No player came back for a long time. */
  | { readonly kind: 'lapse' }
  /** It has been kept long enough: from now on it cannot be found. */
  | { readonly kind: 'remove' };

type Kind = Cause['kind'];
type Of<Wanted extends Kind> = Extract<Cause, { readonly kind: Wanted }>;

interface Takeover {
  readonly who: Identity;
  readonly wish: Seat | undefined;
  readonly invitation: string | undefined;
}

/** What a change depends on besides the row. */
export interface Circumstances {
  readonly now: number;
  readonly newId: RoomDeps['newId'];
  readonly hash: RoomDeps['hash'];
  /** Commands played so far. */
  readonly version: number;
  /** When a match that is played from now on is to be woken; 0 in memory, which also marks it in case of a crash. */
  readonly due: number;
  /** Its state could not be restored. */
  readonly isBroken: boolean;
  readonly isHere: (id: string) => boolean;
  /** Whether this player's consent is needed. */
  readonly isAsked: (player: Player) => boolean;
  /** The version of the latest command that the seat's player sent; 0 without one. */
  readonly lastPlayed: (seat: Seat) => number;
}

/** Of a match that is only stored: nobody is there. */
export const ASLEEP = {
  isBroken: false,
  isHere: () => false,
  isAsked: () => false,
  lastPlayed: () => 0,
} as const;

export interface Step {
  readonly change: MatchChange;
  /** A person who took or lost a seat, or is no longer named at it. */
  readonly reseated?: string | undefined;
  /** What is answered although something has changed. */
  readonly answer?: Refusal;
}

/** What changes, or why it is refused; `undefined`: there is nothing to do. */
export type Next = Step | Refusal | undefined;

export function next(row: MatchRow, cause: Cause, circumstances: Circumstances): Next {
  const consequence = LIFE[cause.kind][stateOf(row)];
  if (typeof consequence === 'string') return consequence;
  if (consequence.length === 0) return undefined;
  const step = stepOf(row, cause, circumstances);
  if (typeof step !== 'object') return step;
  return { ...step, change: { ...derived(row, step.change, circumstances), ...step.change } };
}

/** What follows from the status. */
function derived(row: MatchRow, change: MatchChange, { due }: Circumstances): MatchChange {
  const after = { ...row, ...change };
  const isTimed = isPlaying(after) && after.table.clock !== 'none';
  return change.status === undefined ? {} : { wakeAt: isTimed ? due : null };
}

function stepOf(row: MatchRow, cause: Cause, circumstances: Circumstances): Next {
  const { now } = circumstances;
  const { table } = row;
  switch (cause.kind) {
    case 'start':
      return isFilled(table) ? start(table, circumstances) : 'seats-not-filled';
    case 'set-start-time':
      return setStartTime(table, cause.at, now);
    case 'remind':
      return remind(row, now);
    case 'open-part':
      return openPart(table, cause, circumstances);
    case 'deal':
      return deal(table, circumstances);
    case 'finish':
      return { change: { status: 'finished', result: cause.result, table: { ...table, finishedAt: now } } };
    case 'fault':
      return { change: { status: 'frozen' } };
    case 'wake':
      return wake(row, circumstances);
    case 'sleep':
      return sleep(row, cause, circumstances);
    case 'agree':
      return agree(table, cause, circumstances);
    case 'give-up':
      return giveUp(row, cause, circumstances);
    case 'take-over':
      return takeOver(table, cause, circumstances);
    case 'admit':
      return admit(table, cause);
    case 'host-close':
      return ended(table, 'closed', circumstances, seatOf(table, table.host));
    case 'lapse':
      return players(table).some(({ id }) => circumstances.isHere(id))
        ? undefined
        : ended(table, 'time', circumstances);
    case 'remove':
      // `updatedAt` stays, so that the next sweep continues where this one ends; until then it is in no player's list.
      return {
        change: {
          status: 'abandoned',
          updatedAt: row.updatedAt,
          table: { ...table, abandoned: null, occupants: table.occupants.map(() => ({ kind: 'open' })) },
        },
      };
    case 'freeze':
      return to('frozen', { ...table, held: { at: now } });
    case 'unfreeze':
      return unfreeze(table, circumstances);
    case 'close':
      return ended(table, row.status === 'lobby' ? 'closed' : 'administrator', circumstances);
    case 'unlist':
      return unlist(row, circumstances);
    case 'forget':
      return forget(row, cause.player, circumstances);
  }
}

function to(status: MatchRow['status'], table: Table): Step {
  return { change: { status, table } };
}

/** Seats, and what they have committed to, stay as they are from now on. */
function start(before: Table, circumstances: Circumstances): Step {
  const table = cloneTable(before);
  const parts = calledParts(table);
  return parts === undefined
    ? deal(table, circumstances)
    : { change: { table: { ...table, deal: { parts } }, wakeAt: null } };
}

function setStartTime(before: Table, at: number | null, now: number): Next {
  const table = agreeOnStart(before, at, now);
  return typeof table === 'object' ? { change: { table, wakeAt: nextReminder(table) } } : table;
}

function remind({ wakeAt, table: before }: MatchRow, now: number): Next {
  if (wakeAt === null || wakeAt > now) return undefined;
  const table = reminded(before, now);
  return { change: { table, wakeAt: nextReminder(table) } };
}

function deal(before: Table, { now }: Circumstances): Step {
  const table = cloneTable(before);
  return to('playing', { ...table, startedAt: now, names: namesOf(table) });
}

function openPart(before: Table, { player, part }: Of<'open-part'>, circumstances: Circumstances): Next {
  const seat = seatOf(before, player);
  if (seat === undefined) return 'not-seated';
  const parts = openedParts(before.deal?.parts ?? [], seat, { part, hash: circumstances.hash });
  if (parts === undefined) return 'wrong-part';
  if (isDeepStrictEqual(parts, before.deal?.parts)) return undefined;
  const table = { ...before, deal: { parts } };
  return areOpened(parts) ? deal(table, circumstances) : { change: { table } };
}

/** The match ends without a result. `seats`: those who wanted that. */
function ended(
  { held: _held, ...table }: Table,
  why: AbandonedFacts['why'],
  { now }: Pick<Circumstances, 'now'>,
  ...seats: readonly (Seat | undefined)[]
): Step {
  const agreeing = seats.filter((seat) => seat !== undefined);
  return to('abandoned', { ...table, abandoned: { why, seats: agreeing, at: now } });
}

function wake(row: MatchRow, { due }: Circumstances): Next {
  const { wakeAt, table } = row;
  const isSame = isPlaying(row) && wakeAt === (table.clock === 'none' ? null : due);
  return isSame ? undefined : { change: { status: 'playing' } };
}

function sleep({ wakeAt, table }: MatchRow, cause: Of<'sleep'>, { now, version }: Circumstances): Next {
  const { slept } = table;
  const isKnown = slept?.version === version && isDeepStrictEqual(slept.asked, cause.asked);
  if (isKnown && wakeAt === cause.wakeAt) return undefined;
  const at = Math.round(now);
  const asleep = isKnown ? table : { ...table, slept: { at, version, asked: cause.asked } };
  return { change: { wakeAt: cause.wakeAt, table: asleep, updatedAt: at } };
}

/** Whether the player still agrees to give the match up: a later command withdraws it. */
export function stillAgrees({ abandon }: Player, lastPlayed: number): boolean {
  return abandon !== null && lastPlayed <= abandon;
}

function agree(before: Table, cause: Of<'agree'>, circumstances: Circumstances): Next {
  const table = cloneTable(before);
  const player = players(table).find(({ id }) => id === cause.player);
  if (player === undefined) return 'not-seated';
  player.abandon = cause.agree ? circumstances.version : null;
  return cause.agree ? endedIfAllAgree(table, circumstances) : { change: { table } };
}

function giveUp(
  { matchId, table: before }: MatchRow,
  cause: Of<'give-up'>,
  circumstances: Circumstances,
): Next {
  const { version, now, newId } = circumstances;
  const table = cloneTable(before);
  const player = players(table).find(({ id }) => id === cause.player);
  if (player === undefined) return 'not-seated';
  const isLast = players(table).length === 1;
  if (isLast) return ended(table, 'agreement', circumstances, seatOf(table, player.id));
  giveUpSeat(table, player.id, { version, at: now }, newInvitation({ newId }, matchId));
  // The others may have been waiting only for this player's consent.
  return { ...endedIfAllAgree(table, circumstances), reseated: player.id };
}

/** Players who left or have been away for a long time are not asked. */
function endedIfAllAgree(table: Table, circumstances: Circumstances): Step {
  const { lastPlayed, isAsked } = circumstances;
  const agreeing = table.occupants.flatMap((place, seat) =>
    place.kind === 'player' && stillAgrees(place, lastPlayed(seat)) ? [seat] : [],
  );
  const present = players(table).filter(isAsked);
  const isOver = present.length > 0 && present.every(({ id }) => agreeing.includes(seatOf(table, id) ?? -1));
  return isOver ? ended(table, 'agreement', circumstances, ...agreeing) : { change: { table } };
}

function takeOver(before: Table, { who, wish, invitation }: Takeover, circumstances: Circumstances): Next {
  const { version, now, isAsked } = circumstances;
  const isNew = seatOf(before, who.id) === undefined;
  if (isNew && !opensSeat(before, invitation)) return 'invitation-required';
  const table = cloneTable(before);
  const refusal = succeed(table, who, wish, { version, at: now });
  if (refusal !== undefined) return refusal;
  if (!isNew || isAccepted(before, who.id, isAsked)) return { change: { table }, reseated: who.id };
  const asking = cloneTable(before);
  return askPlayers(asking, who) ? { change: { table: asking }, answer: 'consent-needed' } : 'consent-needed';
}

function admit(before: Table, { player, name, agree: isAgreed }: Of<'admit'>): Next {
  const table = cloneTable(before);
  const seat = seatOf(table, player);
  if (seat === undefined) return 'not-seated';
  return answerNewcomer(table, seat, { name, agree: isAgreed }) ?? { change: { table } };
}

/** Maximum number of pauses; beyond it the oldest are dropped, and their time is charged to the banks again. */
const MOST_PAUSES = 32;

/** The time since then is not charged. */
function unfreeze(before: Table, { now, version, isBroken }: Circumstances): Next {
  const { held, pauses = [], ...table } = before;
  if (held === undefined || isBroken) return 'frozen';
  const pause = { version, ms: Math.max(0, now - held.at) };
  return to('playing', { ...table, pauses: [...pauses, pause].slice(-MOST_PAUSES) });
}

/** Those present stay, and can invite others. */
function unlist({ matchId, table }: MatchRow, { newId }: Circumstances): Next {
  if (table.visibility === 'private') return undefined;
  return {
    change: { table: { ...table, visibility: 'private', invitation: newInvitation({ newId }, matchId) } },
  };
}
