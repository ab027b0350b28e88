// The synchronized state of a room: the table, the game's public view, and one private part per seat.
import { type Schema, schema, t } from '@colyseus/schema';
import { z } from 'zod';
import type { Game } from '../shared/kernel/game.ts';
import { type Mirror, mirrorOf, partOf, reflect, restateAbsence } from './view-schema.ts';

export const decisionView = z.strictObject({
  id: z.int(),
  seat: z.int(),
  kind: z.string(),
  /** Milliseconds since 1970; 0 without a clock. */
  deadline: z.number(),
});

export const seatView = z.strictObject({
  seat: z.int(),
  occupant: z.enum(['open', 'player', 'bot']),
  name: z.string(),
  connected: z.boolean(),
  ready: z.boolean(),
  /** A bot plays for this seat just now. */
  botPlays: z.boolean(),
  muted: z.boolean(),
  rematch: z.boolean(),
  /** What is left of its bank of time, in milliseconds. */
  bank: z.number(),
});

export const tableView = z.strictObject({
  game: z.string(),
  edition: z.string(),
  matchId: z.string(),
  status: z.enum(['lobby', 'playing', 'finished', 'frozen', 'abandoned']),
  version: z.int(),
  /** −1 while nobody hosts. */
  hostSeat: z.int(),
  /** The game's options, as JSON. */
  options: z.string(),
  clock: z.string(),
  visibility: z.string(),
  spectatorsAllowed: z.boolean(),
  spectators: z.int(),
  spectatorsMuted: z.boolean(),
  absence: z.string(),
  /** SHA-256 of the seed; the seed itself after the end. */
  commitment: z.string(),
  seed: z.string(),
  /** The final standing as JSON; empty while the game runs. */
  result: z.string(),
  /** The match that follows this one. */
  rematch: z.string(),
  decisions: z.array(decisionView),
});

export const privateBase = z.strictObject({
  /** The seat's open decision; −1, '' and 0 if it has none. */
  decision: z.int(),
  kind: z.string(),
  deadline: z.number(),
  /** To pass on, at a private table. */
  invitation: z.string(),
});

export type TableView = z.infer<typeof tableView>;
/** What every command changes about a table, and what only its people do. */
export type TableProgress = Pick<TableView, 'version' | 'decisions'>;
export type TableTerms = Omit<TableView, keyof TableProgress>;
export type SeatView = z.infer<typeof seatView>;
export type PrivateBase = z.infer<typeof privateBase>;

/** The schema classes of one game, made once. */
export interface StateClasses {
  readonly root: new () => Schema;
  readonly seat: Mirror;
  readonly view: Mirror;
  readonly terms: Mirror;
  readonly progress: Mirror;
  readonly priv: Mirror;
  readonly privBase: Mirror;
  readonly privOwn: Mirror;
}

export function stateClassesFor(game: Game): StateClasses {
  const name = game.id
    .split('-')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');
  const table = mirrorOf(tableView, `${name}Table`);
  const view = mirrorOf(game.schemas.publicView, `${name}View`, { without: ['decisions'] });
  const priv = mirrorOf(privateBase.extend(game.schemas.seatView.shape), `${name}SeatPrivate`, {
    flat: true,
  });
  // `priv` is the one field that not everybody sees, and the only use of views there is.
  const seat = mirrorOf(seatView, `${name}Seat`, { extra: { priv: t.ref(priv.type).view() } });
  const root = schema(
    { table: t.ref(table.type), seats: t.array(seat.type), view: t.ref(view.type).optional() },
    `${name}State`,
  ) as unknown as new () => Schema;
  const isProgress = (key: string) => key === 'version' || key === 'decisions';
  const isBase = (key: string) => Object.hasOwn(privateBase.shape, key);
  return {
    root,
    seat,
    view,
    terms: partOf(table, (key) => !isProgress(key)),
    progress: partOf(table, isProgress),
    priv,
    privBase: partOf(priv, isBase),
    privOwn: partOf(priv, (key) => !isBase(key)),
  };
}

interface SeatState extends Schema {
  priv: Schema;
}

interface RootState extends Schema {
  table: Schema;
  seats: { push(seat: SeatState): void } & Iterable<SeatState>;
  view: Schema | undefined;
}

/** Writes views into the synchronized state; holds what it wrote last, so that only changes travel. */
export class Showcase {
  readonly root: Schema;
  readonly #classes: StateClasses;
  readonly #state: RootState;
  readonly #seats: SeatState[] = [];
  #terms: TableTerms | undefined;
  #progress: TableProgress | undefined;
  #view: object | undefined;
  readonly #seatViews: (SeatView | undefined)[] = [];
  readonly #bases: (PrivateBase | undefined)[] = [];
  readonly #owns: (object | undefined)[] = [];

  constructor(classes: StateClasses, seats: number) {
    this.#classes = classes;
    this.#state = new classes.root() as RootState;
    this.root = this.#state;
    for (let seat = 0; seat < seats; seat++) {
      const state = classes.seat.make() as SeatState;
      this.#state.seats.push(state);
      this.#seats.push(state);
    }
  }

  /** What is to be added to a client's StateView when it takes this seat. */
  seatState(seat: number): Schema {
    const state = this.#seats[seat];
    if (state === undefined) throw new Error(`no seat ${seat}`);
    return state;
  }

  showTable(terms: TableTerms): void {
    reflect(this.#classes.terms, this.#state.table, this.#terms, terms);
    this.#terms = terms;
  }

  showProgress(progress: TableProgress): void {
    reflect(this.#classes.progress, this.#state.table, this.#progress, progress);
    this.#progress = progress;
  }

  showSeat(view: SeatView): void {
    reflect(this.#classes.seat, this.#seatAt(view.seat), this.#seatViews[view.seat], view);
    this.#seatViews[view.seat] = view;
  }

  /** The only thing about a seat that time alone changes. */
  showBank(seat: number, bank: number): void {
    const shown = this.#seatViews[seat];
    if (shown !== undefined && shown.bank !== bank) this.showSeat({ ...shown, bank });
  }

  showGame(view: object): void {
    const target = this.#state.view ?? this.#classes.view.make();
    reflect(this.#classes.view, target, this.#view, view);
    if (this.#state.view === undefined) this.#state.view = target;
    this.#view = view;
  }

  showPrivate(seat: number, base: PrivateBase, own: object): void {
    const { priv } = this.#seatAt(seat);
    reflect(this.#classes.privBase, priv, this.#bases[seat], base);
    reflect(this.#classes.privOwn, priv, this.#owns[seat], own);
    this.#bases[seat] = base;
    this.#owns[seat] = own;
  }

  /** For a client that came back with the state it knew: what is not there any more. */
  restateAbsence(): void {
    if (this.#state.view !== undefined && this.#view !== undefined)
      restateAbsence(this.#classes.view, this.#state.view, this.#view);
    for (const [seat, own] of this.#owns.entries())
      if (own !== undefined) restateAbsence(this.#classes.privOwn, this.#seatAt(seat).priv, own);
  }

  #seatAt(seat: number): SeatState {
    return this.seatState(seat) as SeatState;
  }
}
