// Everything one viewer may know about a match, as plain data.
import type { Match } from '../shared/kernel/match.ts';
import type { Seat } from '../shared/kernel/seat.ts';
import type { Truth } from '../shared/protocol/lines.ts';
import type { PrivatePart, Progress } from '../shared/protocol/state.ts';
import type { DecisionFacts, SeatFacts, TableFacts } from '../shared/protocol/table.ts';
import type { TableClock } from './clock.ts';
import type { MatchRow } from './ports.ts';
import { nameAt, type Occupant, playerAt, seatOf, type Table } from './table.ts';

/** The state of a session. `play` is missing before the start and if nothing can be shown. */
export interface Standing {
  readonly row: MatchRow;
  readonly table: Table;
  /** Of the match; −1 before the setup. */
  readonly version: number;
  readonly play: { readonly match: Match; readonly clock: TableClock } | undefined;
  readonly spectators: number;
  readonly patience: TableFacts['patience'];
  readonly now: number;
  connected(id: string): boolean;
  botPlays(seat: Seat): boolean;
  wantsToAbandon(seat: Seat): boolean;
}

/** Nothing will be played any more, and there was something to play. */
function isOver({ row, table }: Standing): boolean {
  return row.status === 'finished' || (row.status === 'abandoned' && table.startedAt !== null);
}

export function tableFactsOf(standing: Standing): TableFacts {
  const { row, table } = standing;
  const host = seatOf(table, table.host);
  return {
    matchId: row.matchId,
    game: row.game,
    edition: row.edition,
    editionHash: row.editionHash,
    rulesVersion: row.rulesVersion,
    status: row.status,
    hostSeat: host ?? null,
    options: table.options,
    clock: table.clock,
    visibility: table.visibility,
    spectatorsAllowed: table.spectators,
    spectators: standing.spectators,
    spectatorsMuted: table.spectatorsMuted,
    absence: table.absence,
    vacancy: table.vacancy,
    successions: table.successions,
    patience: standing.patience,
    commitment: table.commitment,
    seed: isOver(standing) ? row.seed : null,
    result: row.result as TableFacts['result'],
    abandoned: table.abandoned,
    rematch: table.rematch,
    seats: table.occupants.map((place, seat) => seatFactsOf(standing, place, seat)),
  };
}

function seatFactsOf(standing: Standing, place: Occupant, seat: Seat): SeatFacts {
  const player = playerAt(standing.table, seat);
  return {
    seat,
    occupant: place.kind,
    name: nameAt(standing.table, seat),
    connected: player !== undefined && standing.connected(player.id),
    ready: player?.ready ?? false,
    botPlays: standing.row.status === 'playing' && standing.botPlays(seat),
    muted: player?.muted ?? false,
    rematch: player?.rematch ?? false,
    abandon: standing.row.status === 'playing' && standing.wantsToAbandon(seat),
  };
}

/** Who must act, until when, and the banks. */
export function clockFactsOf({ row, play, table }: Standing): {
  decisions: DecisionFacts[];
  banks: number[];
} {
  const open = row.status === 'abandoned' ? [] : (play?.match.decisions() ?? []);
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
export function privatePartOf({ play, table }: Standing, seat: Seat): PrivatePart {
  return {
    invitation: invitationOf(table),
    seatView: (play?.match.seatView(seat) as PrivatePart['seatView'] | undefined) ?? null,
  };
}

/** The public view of the game. */
export function progressOf(standing: Standing): Progress {
  const { play } = standing;
  return {
    version: standing.version,
    view: (play?.match.publicView() as Progress['view'] | undefined) ?? null,
    ...clockFactsOf(standing),
  };
}

/** A spectator (`null`) gets only the public view. */
export function truthOf(standing: Standing, viewer: Seat | null): Truth {
  return {
    seat: viewer,
    now: standing.now,
    table: tableFactsOf(standing),
    ...progressOf(standing),
    ...(viewer === null ? { invitation: null, seatView: null } : privatePartOf(standing, viewer)),
  };
}
