// Everything one viewer may know about a match, as plain data.
import type { Match } from '../../shared/kernel/match.ts';
import type { Seat } from '../../shared/kernel/seat.ts';
import type { Truth } from '../../shared/protocol/lines.ts';
import type { PrivatePart, Progress } from '../../shared/protocol/state.ts';
import type { DecisionFacts, SeatFacts, TableFacts } from '../../shared/protocol/table.ts';
import type { MatchRow } from '../life/match-store.ts';
import { startsAt } from '../life/start-time.ts';
import { isBegun, isOver, isPlaying, patienceOf, stateOf } from '../life/states.ts';
import { nameAt, type Occupant, playerAt, seatOf, strengthAt, type Table } from '../life/table.ts';
import type { TableClock } from '../play/clock.ts';
import type { RoomLimits } from '../room-limits.ts';

/** The state of a session. `play` is missing before the start and if nothing can be shown. */
export interface Situation extends TableSituation {
  /** Of the match; −1 before the setup. */
  readonly version: number;
  readonly play: { readonly match: Match; readonly clock: TableClock } | undefined;
  readonly now: number;
}

interface TableSituation {
  readonly row: MatchRow;
  readonly table: Table;
  readonly spectators: number;
  readonly patience: TableFacts['patience'];
  readonly undoQuestion: TableFacts['undoQuestion'];
  connected(id: string): boolean;
  botPlays(seat: Seat): boolean;
  wantsToAbandon(seat: Seat): boolean;
}

export function tableFactsOf(situation: TableSituation): TableFacts {
  const { row, table } = situation;
  const host = seatOf(table, table.host);
  return {
    matchId: row.matchId,
    game: row.game,
    edition: row.edition,
    editionHash: row.editionHash,
    rulesVersion: row.rulesVersion,
    status: row.status,
    dealing: stateOf(row) === 'dealing',
    startsAt: startsAt({ status: row.status, table }),
    hostSeat: host ?? null,
    options: table.options,
    clock: table.clock,
    visibility: table.visibility,
    spectatorsAllowed: table.spectators,
    spectators: situation.spectators,
    spectatorsMuted: table.spectatorsMuted,
    absence: table.absence,
    vacancy: table.vacancy,
    hints: table.hints,
    undo: table.undo,
    undoQuestion: situation.undoQuestion,
    successions: table.successions,
    newcomers: isPlaying(row) ? (table.newcomers ?? []).map(({ name, agreed }) => ({ name, agreed })) : [],
    patience: situation.patience,
    commitment: table.commitment,
    seed: isOver(row) ? row.seed : null,
    result: row.result as TableFacts['result'],
    abandoned: table.abandoned,
    rematch: table.rematch,
    seats: table.occupants.map((place, seat) => seatFactsOf(situation, place, seat)),
  };
}

/** Of a stored table, whether or not it is in memory: it does not say who is present. */
export function storedFactsOf(row: MatchRow, table: Table, limits: RoomLimits): TableFacts {
  return tableFactsOf({
    row,
    table,
    spectators: 0,
    patience: patienceOf(row, limits),
    undoQuestion: null,
    connected: () => false,
    botPlays: () => false,
    wantsToAbandon: () => false,
  });
}

function seatFactsOf(situation: TableSituation, place: Occupant, seat: Seat): SeatFacts {
  const player = playerAt(situation.table, seat);
  const botPlays = isPlaying(situation.row) && situation.botPlays(seat);
  return {
    seat,
    occupant: place.kind,
    name: nameAt(situation.table, seat),
    connected: player !== undefined && situation.connected(player.id),
    ready: player?.ready ?? false,
    botPlays,
    strength: botPlays || place.kind === 'bot' ? strengthAt(situation.table, seat) : null,
    muted: player?.muted ?? false,
    rematch: player?.rematch ?? false,
    ...partFactsOf(situation, place, seat),
    abandon: isPlaying(situation.row) && situation.wantsToAbandon(seat),
  };
}

/** Its commitment is shown from the moment it is stored, and never changes once the start was called. */
function partFactsOf(
  { row, table }: TableSituation,
  place: Occupant,
  seat: Seat,
): Pick<SeatFacts, 'commitment' | 'part'> {
  const none = { commitment: null, part: null };
  if (table.deal === undefined) {
    const { commitment } = place.kind === 'player' ? place : {};
    return commitment === undefined || isBegun(row) ? none : { commitment, part: 'committed' };
  }
  const dealt = table.deal.parts[seat];
  if (dealt === undefined || !('commitment' in dealt)) return none;
  if (dealt.by === 'player') return { commitment: dealt.commitment, part: 'opened' };
  return { commitment: dealt.commitment, part: isBegun(row) ? 'silent' : 'committed' };
}

/** Who must act, until when, and the banks. */
export function clockFactsOf({ row, play, table }: Situation): {
  decisions: DecisionFacts[];
  banks: number[];
} {
  const open = isOver(row) ? [] : (play?.match.decisions() ?? []);
  const decisions = open.map((decision): DecisionFacts => {
    const deadline = play?.clock.deadline(decision);
    const { id, seat, kind } = decision;
    return { id, seat, kind, deadline: deadline === undefined ? null : Math.round(deadline) };
  });
  const banks = Array.from({ length: table.seats }, (_, seat) => Math.round(play?.clock.bank(seat) ?? 0));
  return { decisions, banks };
}

/** The invitation that a seated player may pass on: to a free seat, if there is one, rather than to the table. */
export function invitationOf({ seatInvitation, invitation }: Table): string | null {
  return seatInvitation || invitation || null;
}

/** What a seat knows in addition to the public view. */
export function privatePartOf({ play, table }: Situation, seat: Seat): PrivatePart {
  return {
    invitation: invitationOf(table),
    seatView: (play?.match.seatView(seat) as PrivatePart['seatView'] | undefined) ?? null,
  };
}

/** The public view of the game. */
export function progressOf(situation: Situation): Progress {
  const { play } = situation;
  return {
    version: situation.version,
    view: (play?.match.publicView() as Progress['view'] | undefined) ?? null,
    ...clockFactsOf(situation),
  };
}

/** A spectator (`null`) gets only the public view. */
export function truthOf(situation: Situation, viewer: Seat | null): Truth {
  return {
    seat: viewer,
    now: situation.now,
    table: tableFactsOf(situation),
    ...progressOf(situation),
    ...(viewer === null ? { invitation: null, seatView: null } : privatePartOf(situation, viewer)),
  };
}
