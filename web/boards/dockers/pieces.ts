// The components of one edition of Comptoir des Antilles, by id, as the catalogue describes them.
import type { Games } from '../../../client/index.ts';
import { byId, type Component, has, listed } from '../parts/atlas.ts';

export type Dockers = Games['dockers'];
export type View = Dockers['Public'];
export type Event = Dockers['Event'];
export type Command = Dockers['Command'];
export type Berth = View['quays'][number];
export type Player = View['players'][number];
export type PlayRelation = Extract<Command, { type: 'play-relation' }>;
export type Target = NonNullable<PlayRelation['effects'][number]>;

interface Goods extends Component {
  readonly prime: number;
}

/** One line of a relation card. */
export interface Effect {
  readonly type: Target['type'];
  readonly optional: boolean;
  /** Of porters that are placed. */
  readonly count?: number;
  readonly spread?: 'one' | 'adjacent' | 'distinct';
}

export interface Relation extends Component {
  readonly commission: number;
  readonly effects: readonly Effect[];
}

export interface EventKind extends Component {
  readonly effect: { readonly type: string; readonly amount?: number | string };
}

interface EventTile extends Component {
  readonly kind: string;
}

interface Ship extends Component {
  readonly value: number;
}

export interface Atlas {
  readonly goods: ReadonlyMap<string, Goods>;
  readonly relations: ReadonlyMap<string, Relation>;
  readonly eventKinds: ReadonlyMap<string, EventKind>;
  /** The kind of every tile. */
  readonly kindOf: ReadonlyMap<string, string>;
  /** The value of every ship. */
  readonly valueOf: ReadonlyMap<string, number>;
}

export function atlasOf(catalogue: Dockers['Catalogue']): Atlas {
  const all = <C extends Component>(kind: string, ...members: readonly (keyof C & string)[]) =>
    listed(catalogue, kind, has<C>(...members));
  return {
    goods: byId(all<Goods>('goods', 'prime')),
    relations: byId(all<Relation>('relation', 'commission', 'effects')),
    eventKinds: byId(all<EventKind>('event-kind', 'effect')),
    kindOf: new Map(all<EventTile>('event', 'kind').map(({ id, kind }) => [id, kind])),
    valueOf: new Map(all<Ship>('ship', 'value').map(({ id, value }) => [id, value])),
  };
}

export function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
