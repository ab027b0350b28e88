// The synchronized state of a room, and who may see which part of it.
import { type Schema, StateView } from '@colyseus/schema';
import type { Game } from '../shared/kernel/game.ts';
import type { Seat } from '../shared/kernel/seat.ts';
import { type PrivatePart, type Progress, roomStateOf } from '../shared/protocol/state.ts';
import type { TableFacts } from '../shared/protocol/table.ts';
import { reflect, restateAbsence, showNested } from './reflect.ts';
import { innerOf, type Mirror, mirrorOf, partOf } from './view-schema.ts';

/** The schema classes of one game, made once. */
export interface StateMirrors {
  readonly root: Mirror;
  readonly table: Mirror;
  readonly progress: Mirror;
  readonly priv: Mirror;
}

export function stateMirrorsFor(game: Game): StateMirrors {
  const name = game.id
    .split('-')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');
  const root = mirrorOf(roomStateOf(game.schemas), name);
  const isTable = (key: string) => key === 'table';
  return {
    root,
    table: partOf(root, isTable),
    progress: partOf(root, (key) => !isTable(key)),
    priv: innerOf(root, ['table', 'seats', 'priv']),
  };
}

interface Root extends Schema {
  readonly table: { readonly seats: ArrayLike<Schema & { readonly priv: Schema }> };
}

/** Writes into the synchronized state; holds what it wrote last, so that only changes travel. */
export class Showcase {
  readonly root: Schema;
  readonly #mirrors: StateMirrors;
  /** The clients that see the private part of a seat. */
  readonly #views = new Map<StateView, Seat>();
  #table: TableFacts | undefined;
  #progress: Progress | undefined;
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
    reflect(this.#mirrors.progress, this.root, this.#progress, progress);
    this.#progress = progress;
  }

  showPrivate(seat: Seat, part: PrivatePart): void {
    const { priv } = this.#mirrors;
    const target = this.#seat(seat).priv;
    if (!reflect(priv, target, this.#privates[seat], part)) return;
    this.#privates[seat] = part;
    for (const [view, viewer] of this.#views) if (viewer === seat) showNested(view, priv, target);
  }

  /** A view for a client that plays this seat: it shows the private part of this seat and of no other. */
  openView(seat: Seat): StateView {
    const view = new StateView();
    view.add(this.#seat(seat));
    this.#views.set(view, seat);
    return view;
  }

  closeView(view: StateView): void {
    this.#views.delete(view);
    view.dispose();
  }

  /** For a client that came back with the state it knew: what is not there any more. */
  restateAbsence(): void {
    const table = this.#table;
    if (table === undefined) return;
    const seats = table.seats.map((facts, seat) => ({ ...facts, priv: this.#privates[seat] ?? {} }));
    restateAbsence(this.#mirrors.root, this.root, { ...this.#progress, table: { ...table, seats } });
  }

  #seat(seat: Seat): Root['table']['seats'][number] {
    const state = (this.root as Root).table.seats[seat];
    if (state === undefined) throw new Error(`no seat ${seat}`);
    return state;
  }
}
