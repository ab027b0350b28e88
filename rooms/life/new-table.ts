// Creates a new table from the host's options.
import { accept, type Parsed, reject } from '../../shared/kernel/codes.ts';
import type { Seat } from '../../shared/kernel/seat.ts';
import { USUAL_STRENGTH } from '../../shared/kernel/strength.ts';
import type { TableOptions } from '../../shared/protocol/messages.ts';
import type { Identity, RoomDeps } from '../ports.ts';
import type { MatchRow } from './match-store.ts';
import { agreeOnStart, nextReminder } from './start-time.ts';
import { cloneTable, type Occupant, seatOf, type Table, takeSeat } from './table.ts';

const ID_LENGTH = 16;
const INVITATION_LENGTH = 12;

/** The match that an invitation leads to. */
export function matchOfInvitation(invitation: string): string {
  return invitation.split('.', 1)[0] ?? '';
}

/** What differs from table to table. */
type Chances = Pick<RoomDeps, 'newSeed' | 'newId' | 'hash' | 'now'>;

/** It contains the match id, so it is all a player needs. */
export function newInvitation(deps: Pick<RoomDeps, 'newId'>, matchId: string): string {
  return `${matchId}.${deps.newId(INVITATION_LENGTH)}`;
}

export function rowFor(
  deps: RoomDeps,
  gameId: string,
  wanted: TableOptions,
  host: Identity,
): Parsed<MatchRow> {
  const { edition, ...options } = wanted.options ?? {};
  if (edition !== undefined && typeof edition !== 'string')
    return reject('bad-payload', null, 'edition: a name is expected');
  const found = deps.shelf.find(gameId, edition);
  if (found === undefined) return reject('option-not-allowed', null, 'edition');
  const { game, editionHash } = found;
  const seats = wanted.seats ?? game.seats.min;
  if (seats < game.seats.min || seats > game.seats.max) return reject('option-not-allowed', null, 'seats');
  if (wanted.bots >= seats) return reject('option-not-allowed', null, 'bots');
  if (wanted.strengths.length > wanted.bots) return reject('option-not-allowed', null, 'strengths');
  const parsed = game.parseOptions(options, seats);
  if (!parsed.ok) return parsed;
  const seed = deps.newSeed();
  if (wanted.vacancy === 'clock' && wanted.clock === 'none')
    return reject('option-not-allowed', null, 'vacancy');
  const commitment = deps.hash(seed);
  const table: Table = {
    seats,
    options: parsed.value as Record<string, unknown>,
    clock: wanted.clock,
    visibility: wanted.visibility,
    spectators: wanted.spectators,
    spectatorsMuted: false,
    absence: wanted.absence,
    vacancy: wanted.vacancy,
    hints: wanted.hints,
    undo: wanted.undo,
    invitation: '', // made with the match's id
    seatInvitation: '',
    commitment,
    host: host.id,
    occupants: Array.from({ length: seats }, (_, seat): Occupant => {
      const bot = seat - (seats - wanted.bots);
      return bot < 0 ? { kind: 'open' } : { kind: 'bot', strength: wanted.strengths[bot] ?? USUAL_STRENGTH };
    }),
    names: [],
    successions: [],
    former: [],
    crew: commitment,
    slept: null,
    startedAt: null,
    finishedAt: null,
    abandoned: null,
    rematch: null,
    ...(wanted.startWhenFull === true ? { startWhenFull: true } : {}),
  };
  const agreed = agreeOnStart(table, wanted.startsAt ?? null, deps.now()) ?? table;
  if (typeof agreed === 'string') return reject(agreed, null, 'startsAt');
  const like = { game: gameId, edition: game.edition, editionHash, rulesVersion: game.rulesVersion };
  return accept(newRow(deps, like, agreed, seed));
}

/** With a seat for its host, stored with the table and not after it. */
export function withHost(row: MatchRow, host: Identity, wish: Seat | undefined): Parsed<MatchRow> {
  const table = cloneTable(row.table);
  const refusal = takeSeat(table, host, wish);
  if (refusal !== undefined) return reject(refusal, null);
  return accept({ ...row, table });
}

/** What a rematch is played with: like any new match with the current rules, unless they refuse its options. */
function rulesForRematch(
  { shelf }: Pick<RoomDeps, 'shelf'>,
  row: MatchRow,
  { options, seats }: Table,
): { readonly row: MatchRow; readonly options: Table['options'] } {
  const found = shelf.find(row.game, row.edition);
  const parsed = found?.game.parseOptions(options, seats);
  if (found?.editionHash !== row.editionHash || !parsed?.ok) return { row, options };
  return {
    row: { ...row, rulesVersion: found.game.rulesVersion },
    options: parsed.value as Table['options'],
  };
}

/** The same table again, with the seats of the players who agreed. */
export function rematchOf(deps: Chances & Pick<RoomDeps, 'shelf'>, row: MatchRow, table: Table): MatchRow {
  const seed = deps.newSeed();
  const occupants = table.occupants.map((place): Occupant => {
    if (place.kind !== 'player') return place;
    // What they committed to when they agreed to the rematch, or nothing.
    return place.rematch
      ? { ...place, ready: true, rematch: false, away: false, delegated: false, abandon: null }
      : { kind: 'open' };
  });
  const [first] = occupants.flatMap((place) => (place.kind === 'player' ? [place.id] : []));
  const isGone =
    seatOf(table, table.host) !== undefined && seatOf({ ...table, occupants }, table.host) === undefined;
  const present = rulesForRematch(deps, row, table);
  const { deal: _dealt, undoQuestions: _asked, startTime: _past, ...again } = table;
  const next: Table = {
    ...again,
    options: present.options,
    // A host who does not play again could neither start nor close the lobby.
    host: isGone ? (first ?? table.host) : table.host,
    occupants,
    commitment: deps.hash(seed),
    names: [],
    successions: [],
    former: [],
    seatInvitation: '',
    ...(table.newcomers === undefined ? {} : { newcomers: [] }),
    slept: null,
    startedAt: null,
    finishedAt: null,
    rematch: null,
  };
  return newRow(deps, present.row, next, seed);
}

function newRow(
  deps: Chances,
  like: Pick<MatchRow, 'game' | 'edition' | 'editionHash' | 'rulesVersion'>,
  table: Table,
  seed: string,
): MatchRow {
  const now = deps.now();
  const matchId = deps.newId(ID_LENGTH);
  const invitation = table.visibility === 'private' ? newInvitation(deps, matchId) : '';
  return {
    matchId,
    game: like.game,
    edition: like.edition,
    editionHash: like.editionHash,
    rulesVersion: like.rulesVersion,
    status: 'lobby',
    createdAt: now,
    updatedAt: now,
    wakeAt: nextReminder(table),
    seed,
    table: { ...table, invitation },
    result: null,
  };
}
