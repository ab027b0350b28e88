// The components of one edition of Rotterdam, by id, as the catalogue describes them.
import type { Games } from '../../../client/index.ts';
import { byId, type Component, has, listed } from '../parts/atlas.ts';

export type Rotterdam = Games['rotterdam'];
export type View = Rotterdam['Public'];
export type Own = Rotterdam['Private'];
export type Event = Rotterdam['Event'];
export type Command = Rotterdam['Command'];
export type Tally = Readonly<Record<string, number>>;

export interface Position extends Component {
  readonly kind: string;
  readonly x: number;
  readonly y: number;
  readonly anchor: boolean;
}

export interface Channel extends Component {
  readonly from: string;
  readonly to: string;
  readonly colour: string;
}

export interface ChannelColour extends Component {
  readonly symbol: string;
  readonly hex: string;
}

interface Harbour extends Component {
  readonly material: string;
  readonly products: readonly string[];
}

export interface Material extends Component {
  readonly cubeColour: string;
}

interface Product extends Component {
  readonly harbour: string;
}

export interface Mission extends Component {
  readonly products: readonly string[];
  readonly value: number;
}

interface NavigationCard extends Component {
  readonly kind: string;
  readonly points: number;
}

interface Ship extends Component {
  readonly colour: string;
}

export interface Atlas {
  readonly positions: ReadonlyMap<string, Position>;
  readonly channels: ReadonlyMap<string, Channel>;
  readonly colours: readonly ChannelColour[];
  readonly harbours: ReadonlyMap<string, Harbour>;
  readonly materials: readonly Material[];
  readonly products: ReadonlyMap<string, Product>;
  readonly missions: ReadonlyMap<string, Mission>;
  readonly cards: ReadonlyMap<string, NavigationCard>;
  readonly ships: ReadonlyMap<string, Ship>;
  /** What of the chart is drawn, with room for what lies at its edges. */
  readonly frame: Frame;
}

export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export function atlasOf(catalogue: Rotterdam['Catalogue']): Atlas {
  const all = <C extends Component>(kind: string, ...members: readonly (keyof C & string)[]) =>
    listed(catalogue, kind, has<C>(...members));
  const positions = all<Position>('position', 'x', 'y', 'anchor');
  return {
    positions: byId(positions),
    channels: byId(all<Channel>('channel', 'from', 'to', 'colour')),
    colours: all<ChannelColour>('channel-colour', 'symbol', 'hex'),
    harbours: byId(all<Harbour>('harbour', 'material', 'products')),
    materials: all<Material>('material', 'cubeColour'),
    products: byId(all<Product>('product', 'harbour')),
    missions: byId(all<Mission>('mission', 'products', 'value')),
    cards: byId(all<NavigationCard>('navigation-card', 'kind', 'points')),
    ships: byId(all<Ship>('ship', 'colour')),
    frame: frameOf(positions),
  };
}

const MARGIN = { side: 52, top: 46, bottom: 50 };

function frameOf(positions: readonly Position[]): Frame {
  const xs = positions.map(({ x }) => x);
  const ys = positions.map(({ y }) => y);
  const left = Math.min(...xs) - MARGIN.side;
  const top = Math.min(...ys) - MARGIN.top;
  return {
    left,
    top,
    width: Math.max(...xs) + MARGIN.side + 22 - left,
    height: Math.max(...ys) + MARGIN.bottom - top,
  };
}

export function leaving({ channels }: Atlas, position: string): Channel[] {
  return [...channels.values()].filter(({ from }) => from === position);
}

/** The last number of an id: «ship-red-3» is painted with 3. */
export function numberOf(id: string): string {
  return /\d+$/.exec(id)?.[0] ?? '';
}

export function totalOf(tally: Tally): number {
  return Object.values(tally).reduce((sum, count) => sum + count, 0);
}
