// Seats of a running match that change hands: given up, and taken by a bot or another player.
import { SEAT_LIMIT, type Seat } from '../shared/kernel/seat.ts';
import { USUAL_STRENGTH } from '../shared/kernel/strength.ts';
import type { TableCode } from '../shared/protocol/codes.ts';
import { MAX_SUCCESSIONS } from '../shared/protocol/table.ts';
import type { Identity } from './ports.ts';
import { freeSeat, nameAt, playerAt, seatedPlayer, seatOf, type Table } from './table.ts';

/** When a seat changes hands. */
export interface Handover {
  readonly version: number;
  readonly at: number;
}

function openSeats(table: Table): number {
  return table.occupants.filter((place) => place.kind === 'open').length;
}

/**
 * Whether a person may take the seat: only while the list of successions has room for that, and afterwards for a
 * bot on the seat of every remaining player.
 */
function awaitsPerson(table: Table): boolean {
  const noted = table.successions.length + openSeats(table) + 2 + SEAT_LIMIT;
  return table.vacancy === 'person' && noted <= MAX_SUCCESSIONS;
}

/**
 * Frees the player's seat for the occupant that `vacancy` names. A person needs `invitation`, a new one, which
 * neither the player who leaves nor spectators know.
 */
export function giveUpSeat(table: Table, id: string, when: Handover, invitation: string): void {
  const seat = seatOf(table, id);
  const player = seat === undefined ? undefined : playerAt(table, seat);
  if (seat === undefined || player === undefined) return;
  const isForPerson = awaitsPerson(table);
  const occupant = isForPerson || table.vacancy === 'clock' ? 'open' : 'bot';
  freeSeat(table, id);
  table.occupants[seat] =
    occupant === 'open' ? { kind: occupant } : { kind: occupant, strength: USUAL_STRENGTH };
  if (isForPerson) table.seatInvitation = invitation;
  table.former.push(id);
  table.successions.push({ seat, ...when, from: player.name, occupant, name: nameAt(table, seat) });
}

/** Whether this invitation leads to a seat of a running match. */
export function opensSeat(table: Table, invitation: string | undefined): boolean {
  return table.seatInvitation !== '' && invitation === table.seatInvitation;
}

/** An invited person takes a seat that was given up; by default the first. */
export function succeed(
  table: Table,
  who: Identity,
  wish: Seat | undefined,
  when: Handover,
): TableCode | undefined {
  const own = seatOf(table, who.id);
  if (own !== undefined) return wish === undefined || wish === own ? undefined : 'already-started';
  // Otherwise a player could see one hand after the other.
  if (table.former.includes(who.id)) return 'seat-given-up';
  const seat = wish ?? table.occupants.findIndex((place) => place.kind === 'open');
  const place = table.occupants[seat];
  if (place === undefined) return wish === undefined ? 'table-full' : 'unknown-seat';
  if (place.kind !== 'open') return 'seat-taken';
  const player = seatedPlayer(table, who);
  table.occupants[seat] = player;
  table.successions.push({ seat, ...when, from: null, occupant: 'player', name: player.name });
  if (openSeats(table) === 0) table.seatInvitation = '';
  return undefined;
}

/** The version since which the seat has had its present holder. */
export function heldSince(table: Table, seat: Seat): number {
  return table.successions.findLast((one) => one.seat === seat)?.version ?? 0;
}
