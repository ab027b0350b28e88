// The synchronized state of a room, and who may see which part of it.
import { type Schema, StateView } from '@colyseus/schema';
import type { Game } from '../../shared/kernel/game.ts';
import type { Seat } from '../../shared/kernel/seat.ts';
import { type PrivatePart, type Progress, roomStateOf } from '../../shared/protocol/state.ts';
import type { TableFacts } from '../../shared/protocol/table.ts';
import { reflect, reflectObject, restateAbsence, showNested } from './reflect.ts';
import { type Field, innerOf, type Mirror, mirrorOf, partOf } from './view-schema.ts';

/** The schema classes of one game, made once. */
export interface StateMirrors {
  readonly root: Mirror;
  readonly table: Mirror;
  /** Without the view. */
  readonly progress: Mirror;
  readonly view: Mirror;
  readonly priv: Mirror;
  readonly invitation: Mirror;
  readonly seatView: Mirror;
  /** Lists and maps of plain values may be added to an existing seat view. */
  readonly seatViewGrows: boolean;
}

export function stateMirrorsFor(game: Game): StateMirrors {
  const name = game.id
    .split('-')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');
  const root = mirrorOf(roomStateOf(game.schemas), name);
  const priv = innerOf(root, ['table', 'seats', 'priv']);
  const seatView = innerOf(priv, ['seatView']);
  return {
    root,
    table: partOf(root, (key) => key === 'table'),
    progress: partOf(root, (key) => key !== 'table' && key !== 'view'),
    view: innerOf(root, ['view']),
    priv,
    invitation: partOf(priv, (key) => key === 'invitation'),
    seatView,
    seatViewGrows: grows(seatView),
  };
}

function mirrorsIn({ list }: Mirror): Mirror[] {
  return list.flatMap(({ carrier }) => ('of' in carrier && 'list' in carrier.of ? carrier.of : []));
}

function isPlainList({ carrier }: Field): boolean {
  return carrier.how === 'values' || carrier.how === 'value-map';
}

function holdsPlainLists(mirror: Mirror): boolean {
  return mirror.list.some(isPlainList) || mirrorsIn(mirror).some(holdsPlainLists);
}

/** Whether a list or map of plain values may be made later than the object itself. */
function grows(mirror: Mirror): boolean {
  const comesAndGoes = mirror.list.some((field) => isPlainList(field) && mirror.optional.has(field.key));
  return comesAndGoes || mirrorsIn(mirror).some(holdsPlainLists);
}

interface SeatState extends Schema {
  readonly priv: Schema;
}

interface SeenRoot {
  readonly version: number;
  readonly table: { readonly seats: readonly { readonly priv: object }[] };
}

interface Root extends Schema {
  readonly table: { readonly seats: ArrayLike<SeatState> };
}

/** Writes the synchronized state; keeps what it wrote last, so that only changes are sent. */
export class Showcase {
  readonly root: Schema;
  readonly #mirrors: StateMirrors;
  /** The clients that see the private part of a seat. */
  readonly #views = new Map<StateView, Seat>();
  #table: TableFacts | undefined;
  #progress: Progress | undefined;
  /** Looked up once, since access through the schema is slow. */
  readonly #seats: SeatState[] = [];
  readonly #privates: (PrivatePart | undefined)[] = [];

  constructor(mirrors: StateMirrors) {
    this.#mirrors = mirrors;
    this.root = mirrors.root.make();
  }

  showTable(table: TableFacts): void {
    const before = this.#table === undefined ? undefined : { table: this.#table };
    reflect(this.#mirrors.table, this.root, before, { table });
    this.#table = table;
  }

  showProgress(progress: Progress): void {
    const { progress: rest, view } = this.#mirrors;
    reflect(rest, this.root, this.#progress, progress);
    reflectObject(view, this.root, 'view', this.#progress?.view, progress.view);
    this.#progress = progress;
  }

  showPrivate(seat: Seat, part: PrivatePart): void {
    const { priv, invitation, seatView, seatViewGrows } = this.#mirrors;
    const before = this.#privates[seat];
    const target = this.#seat(seat).priv;
    const changed = reflectObject(seatView, target, 'seatView', before?.seatView, part.seatView);
    reflect(invitation, target, before, part);
    this.#privates[seat] = part;
    if (!changed || (!seatViewGrows && (before?.seatView ?? null) !== null)) return;
    for (const [view, viewer] of this.#views) if (viewer === seat) showNested(view, priv, target);
  }

  /** A view for a client that plays this seat: it shows the private part of this seat and of no other. */
  openView(seat: Seat): StateView {
    const view = new StateView();
    view.add(this.#seat(seat));
    this.#views.set(view, seat);
    return view;
  }

  /** Hides the private part from a client that stays: the next patch removes it. */
  emptyView(view: StateView): void {
    const seat = this.#views.get(view);
    if (seat !== undefined) view.remove(this.#seat(seat));
  }

  closeView(view: StateView): void {
    this.#views.delete(view);
    view.dispose();
  }

  /** What a client with this seat should have, as JSON. */
  seenBy(seat: Seat | undefined): { readonly version: number } {
    const { table, ...rest } = this.root.toJSON() as unknown as SeenRoot;
    const seats = table.seats.map(({ priv, ...place }, index) =>
      index === seat ? { ...place, priv } : place,
    );
    return { ...rest, table: { ...table, seats } } as { readonly version: number };
  }

  /** For a client that returned with the state it knew: what has been removed. */
  restateAbsence(): void {
    const table = this.#table;
    if (table === undefined) return;
    const seats = table.seats.map((facts, seat) => ({ ...facts, priv: this.#privates[seat] ?? {} }));
    restateAbsence(this.#mirrors.root, this.root, { ...this.#progress, table: { ...table, seats } });
  }

  #seat(seat: Seat): SeatState {
    const state = this.#seats[seat] ?? (this.root as Root).table.seats[seat];
    if (state === undefined) throw new Error(`no seat ${seat}`);
    this.#seats[seat] = state;
    return state;
  }
}
