// The components of one edition of Borneo, by id, as the catalogue describes them.
import type { Games } from '../../../client/index.ts';
import { byId, type Component, has, listed, numbersIn } from '../parts/atlas.ts';

export type Borneo = Games['borneo'];
export type View = Borneo['Public'];
export type Event = Borneo['Event'];
export type Command = Borneo['Command'];
export type Slot = View['slots'][number];
export type Fight = NonNullable<View['fight']>;
export type Distribution = NonNullable<View['distribution']>;
export type Columns = View['companies'];
export type Company = keyof Columns;
export type Tally = Readonly<Record<Company, number>>;

export const COMPANIES: readonly Company[] = ['red', 'blue', 'yellow', 'green'];
/** In the order in which they are shown; crates are jokers. */
export const WARES: readonly string[] = ['pepper', 'cinnamon', 'cloves', 'nutmeg', 'crate'];

/** A card that lies in warehouses: a shipment or a harbour. */
interface Card extends Component {
  readonly spice: string;
  readonly units: number;
}

export interface Shipment extends Card {
  /** Three flags, and one that the next card at a harbour covers. */
  readonly rows: readonly (readonly Company[])[];
}

export interface Harbour extends Card {
  readonly monopoly: number;
  readonly maxCards: number;
}

export interface Mission extends Component {
  readonly vp: number;
  readonly need: Readonly<Record<string, number>>;
  readonly mark: string | null;
}

interface Merchant extends Component {
  readonly seat: number;
  readonly number: number;
}

export interface Atlas {
  readonly shipments: ReadonlyMap<string, Shipment>;
  readonly harbours: ReadonlyMap<string, Harbour>;
  /** Shipments and harbours together. */
  readonly cards: ReadonlyMap<string, Card>;
  readonly missions: ReadonlyMap<string, Mission>;
  readonly merchants: ReadonlyMap<string, Merchant>;
  /** The numbers of the edition, such as `slotsPerCompany`. */
  readonly constants: Readonly<Record<string, number>>;
}

export function atlasOf(catalogue: Borneo['Catalogue']): Atlas {
  const shipments = byId(listed(catalogue, 'shipment', has<Shipment>('spice', 'units', 'rows')));
  const harbours = byId(listed(catalogue, 'harbour', has<Harbour>('spice', 'units', 'monopoly', 'maxCards')));
  return {
    shipments,
    harbours,
    cards: new Map<string, Card>([...shipments, ...harbours]),
    missions: byId(listed(catalogue, 'mission', has<Mission>('vp', 'need', 'mark'))),
    merchants: byId(listed(catalogue, 'merchant', has<Merchant>('seat', 'number'))),
    constants: numbersIn(catalogue),
  };
}

/** All tiles of this game in the order in which they are laid out, taken or not. */
export function missionsInPlay({ missions }: Atlas, seats: number): Mission[] {
  const leftOut = seats === 5 ? '3/4' : '5';
  return [...missions.values()]
    .filter(({ mark }) => mark !== leftOut)
    .sort((one, other) => one.vp - other.vp || (one.id < other.id ? -1 : 1));
}
