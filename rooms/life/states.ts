// The states of a match, what each of them allows, and how long the server waits before it abandons one.

import type { KernelCode } from '../../shared/kernel/codes.ts';
import type { TableCode } from '../../shared/protocol/codes.ts';
import type { TableFacts } from '../../shared/protocol/table.ts';
import type { RoomLimits } from '../room-limits.ts';
import type { Cause } from './life.ts';
import type { MatchRow } from './match-store.ts';
import type { Table } from './table.ts';

/**
 * `dealing`: the start was called, and parts are being opened. `held`: an administrator has frozen it. `broken`: a fault has, and it is tried again when it is next loaded.
 * `removed`: it can no longer be found, and its moves are being deleted.
 */
export const STATES = [
  'lobby',
  'dealing',
  'playing',
  'held',
  'broken',
  'finished',
  'abandoned',
  'removed',
] as const;
export type State = (typeof STATES)[number];

export function stateOf({ status, table }: Pick<MatchRow, 'status' | 'table'>): State {
  if (status === 'frozen') return table.held === undefined ? 'broken' : 'held';
  if (status === 'lobby') return table.deal === undefined ? 'lobby' : 'dealing';
  return status === 'abandoned' && table.abandoned === null ? 'removed' : status;
}

type Status = Pick<MatchRow, 'status'>;

/** Seats can be taken and left. */
export function isLobby(row: Pick<MatchRow, 'status' | 'table'>): boolean {
  return stateOf(row) === 'lobby';
}

export function isPlaying({ status }: Status): boolean {
  return status === 'playing';
}

/** A lobby that was given up has nothing to show either. */
export function isBegun({ table }: Pick<MatchRow, 'table'>): boolean {
  return table.startedAt !== null;
}

/** Nothing will be played any more, and there was something to play. */
export function isOver(row: Pick<MatchRow, 'status' | 'table'>): boolean {
  return row.status === 'finished' || (row.status === 'abandoned' && isBegun(row));
}

/** What people ask of a match without changing the state it is in. */
type Request = 'arrange' | 'command' | 'rematch';

export type Refusal = TableCode | KernelCode;
/** The states in which the match may be afterwards; none: there is nothing to do. Otherwise why it is refused. */
type Consequence = readonly State[] | Refusal;
type Consequences = Readonly<Record<State, Consequence>>;

function inEach(consequence: (state: State) => Consequence): Consequences {
  return {
    lobby: consequence('lobby'),
    dealing: consequence('dealing'),
    playing: consequence('playing'),
    held: consequence('held'),
    broken: consequence('broken'),
    finished: consequence('finished'),
    abandoned: consequence('abandoned'),
    removed: consequence('removed'),
  };
}

const NOTHING_TO_DO = inEach(() => []);
const STAYS = inEach((state) => [state]);
const IS_OVER = { abandoned: 'match-abandoned', removed: 'match-abandoned' } as const;
const ONLY_IN_LOBBY: Consequences = { ...inEach(() => 'already-started'), ...IS_OVER, lobby: ['lobby'] };
const ONLY_AFTERWARDS: Consequences = { ...inEach(() => 'not-finished'), ...IS_OVER, finished: ['finished'] };
const ONLY_IN_PLAY: Consequences = {
  lobby: 'not-started',
  dealing: 'not-started',
  playing: ['playing'],
  held: 'frozen',
  broken: 'frozen',
  finished: 'game-over',
  ...IS_OVER,
};

/** The only place where a state becomes a refusal, and where it is said which state can follow which. */
export const LIFE: Readonly<Record<Request | Cause['kind'], Consequences>> = {
  arrange: ONLY_IN_LOBBY,
  // It has been called already.
  start: { ...ONLY_IN_LOBBY, lobby: ['playing', 'dealing'], dealing: [] },
  'set-start-time': ONLY_IN_LOBBY,
  remind: { ...NOTHING_TO_DO, lobby: ['lobby'] },
  'open-part': { ...ONLY_IN_LOBBY, lobby: 'not-started', dealing: ['dealing', 'playing'] },
  deal: { ...NOTHING_TO_DO, dealing: ['playing'] },
  'host-close': { ...ONLY_IN_LOBBY, lobby: ['abandoned'] },
  // Once the game is over, its own rules refuse commands.
  command: { ...ONLY_IN_PLAY, finished: ['finished'] },
  finish: { ...ONLY_IN_PLAY, playing: ['finished'] },
  agree: { ...ONLY_IN_PLAY, playing: ['playing', 'abandoned'] },
  'give-up': { ...ONLY_IN_PLAY, playing: ['playing', 'abandoned'] },
  'take-over': ONLY_IN_PLAY,
  admit: ONLY_IN_PLAY,
  // A finished match keeps its result, only its board cannot be shown.
  fault: { ...NOTHING_TO_DO, playing: ['broken'], held: ['held'], broken: ['broken'] },
  // A match that a fault has frozen may work with what is installed now.
  wake: { ...NOTHING_TO_DO, playing: ['playing'], broken: ['playing'] },
  sleep: { ...NOTHING_TO_DO, playing: ['playing'] },
  rematch: ONLY_AFTERWARDS,
  lapse: { ...ONLY_IN_PLAY, lobby: ['abandoned'], dealing: ['abandoned'], playing: ['abandoned'] },
  remove: { ...ONLY_AFTERWARDS, finished: ['removed'], abandoned: ['removed'], removed: ['removed'] },
  // A broken match is held too: otherwise it would resume when it is woken.
  freeze: { ...ONLY_IN_PLAY, playing: ['held'], held: [], broken: ['held'] },
  unfreeze: { ...NOTHING_TO_DO, held: ['playing'], broken: 'frozen' },
  close: {
    ...inEach(() => ['abandoned']),
    finished: 'game-over',
    ...IS_OVER,
  },
  unlist: STAYS,
  forget: {
    ...STAYS,
    lobby: ['lobby', 'abandoned'],
    // The seats of a deal that was called cannot change.
    dealing: ['abandoned'],
    playing: ['playing', 'abandoned'],
    held: ['held', 'abandoned'],
    broken: ['broken', 'abandoned'],
  },
};

/** Why a match refuses that in the state it is in. */
export function refusalOf(
  what: keyof typeof LIFE,
  row: Pick<MatchRow, 'status' | 'table'>,
): Refusal | undefined {
  const consequence = LIFE[what][stateOf(row)];
  return typeof consequence === 'string' ? consequence : undefined;
}

/** Public, and to be played in one sitting: no absent player is waiting for it. */
export function isForNow({ visibility, clock }: Table): boolean {
  return visibility === 'public' && clock !== 'days' && clock !== 'none';
}

/** A match with a clock ends by itself. */
export function patienceOf(row: MatchRow, limits: RoomLimits): TableFacts['patience'] {
  const { table } = row;
  if (row.status === 'lobby')
    return { left: null, idle: isForNow(table) ? limits.unattendedLobbySeconds : limits.lobbySeconds };
  if (!isPlaying(row) || table.clock !== 'none') return { left: null, idle: null };
  return { left: finite(limits.leftSeconds), idle: finite(limits.idleSeconds) };
}

function finite(seconds: number): number | null {
  return Number.isFinite(seconds) ? seconds : null;
}
