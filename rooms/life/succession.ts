// Seats of a running match that change hands: given up, and taken by a bot or another player.
import { SEAT_LIMIT, type Seat } from '../../shared/kernel/seat.ts';
import { USUAL_STRENGTH } from '../../shared/kernel/strength.ts';
import type { TableCode } from '../../shared/protocol/codes.ts';
import { MAX_NEWCOMERS, MAX_SUCCESSIONS } from '../../shared/protocol/table.ts';
import type { Identity } from '../ports.ts';
import {
  freeSeat,
  nameAt,
  type Player,
  playerAt,
  players,
  seatedPlayer,
  seatOf,
  type Table,
} from './table.ts';

/** When a seat changes hands. */
interface Handover {
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
  // Others have to agree now, and the earlier invitation is void.
  if (table.newcomers !== undefined) table.newcomers = [];
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
  const { newcomers = [] } = table;
  // The name that the players agreed to.
  const { name } = newcomers.find(({ id }) => id === who.id) ?? who;
  const player = seatedPlayer(table, { ...who, name });
  table.occupants[seat] = player;
  table.successions.push({ seat, ...when, from: null, occupant: 'player', name: player.name });
  const isLast = openSeats(table) === 0;
  if (isLast) table.seatInvitation = '';
  if (newcomers.length > 0) table.newcomers = isLast ? [] : newcomers.filter(({ id }) => id !== who.id);
  return undefined;
}

/** A newcomer asks the players for a seat. Returns whether that is new. */
export function askPlayers(table: Table, who: Identity): boolean {
  const { newcomers = [] } = table;
  if (newcomers.some(({ id }) => id === who.id)) return false;
  const { name } = seatedPlayer(table, who);
  table.newcomers = [...newcomers, { id: who.id, name, agreed: [] }].slice(-MAX_NEWCOMERS);
  return true;
}

/** A player agrees that a newcomer takes a seat, or withdraws. */
export function answerNewcomer(
  table: Table,
  seat: Seat,
  { name, agree }: { readonly name: string; readonly agree: boolean },
): TableCode | undefined {
  const { newcomers = [] } = table;
  if (newcomers.every((one) => one.name !== name)) return 'unknown-newcomer';
  table.newcomers = newcomers.map((one) => {
    if (one.name !== name) return one;
    const others = one.agreed.filter((other) => other !== seat);
    return { ...one, agreed: agree ? [...others, seat] : others };
  });
  return undefined;
}

/**
 * Whether the players let this person have a seat. All present ones must agree, and of several at least two:
 * otherwise a player whose opponents are away could take it under a second name, and see a second hand.
 */
export function isAccepted(table: Table, id: string, isPresent: (player: Player) => boolean): boolean {
  const seated = players(table);
  const agreed = table.newcomers?.find((one) => one.id === id)?.agreed ?? [];
  const agrees = (player: Player) => agreed.includes(seatOf(table, player.id) ?? -1);
  if (seated.length === 1) return true;
  return seated.filter(agrees).length >= 2 && seated.filter(isPresent).every(agrees);
}

/** The version since which the seat has had its present holder. */
export function heldSince(table: Table, seat: Seat): number {
  return table.successions.findLast((one) => one.seat === seat)?.version ?? 0;
}
