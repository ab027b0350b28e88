// The components of one edition of Rotterdam, by id, as the catalogue describes them.
import type { Games } from '../../../client/index.ts';

export type Rotterdam = Games['rotterdam'];
export type View = Rotterdam['Public'];
export type Own = Rotterdam['Private'];
export type Event = Rotterdam['Event'];
export type Command = Rotterdam['Command'];
export type Tally = Readonly<Record<string, number>>;

interface Part {
  readonly id: string;
}

export interface Position extends Part {
  readonly kind: string;
  readonly x: number;
  readonly y: number;
  readonly anchor: boolean;
}

export interface Channel extends Part {
  readonly from: string;
  readonly to: string;
  readonly colour: string;
}

export interface ChannelColour extends Part {
  readonly symbol: string;
  readonly hex: string;
}

interface Harbour extends Part {
  readonly material: string;
  readonly products: readonly string[];
}

export interface Material extends Part {
  readonly cubeColour: string;
}

interface Product extends Part {
  readonly harbour: string;
}

export interface Mission extends Part {
  readonly products: readonly string[];
  readonly value: number;
}

interface NavigationCard extends Part {
  readonly kind: string;
  readonly points: number;
}

interface Ship extends Part {
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

const isPosition = (part: Part): part is Position => 'x' in part && 'y' in part && 'anchor' in part;
const isChannel = (part: Part): part is Channel => 'from' in part && 'to' in part && 'colour' in part;
const isColour = (part: Part): part is ChannelColour => 'symbol' in part && 'hex' in part;
const isHarbour = (part: Part): part is Harbour => 'material' in part && 'products' in part;
const isMaterial = (part: Part): part is Material => 'cubeColour' in part;
const isProduct = (part: Part): part is Product => 'harbour' in part;
const isMission = (part: Part): part is Mission => 'products' in part && 'value' in part;
const isCard = (part: Part): part is NavigationCard => 'kind' in part && 'points' in part;
const isShip = (part: Part): part is Ship => 'colour' in part;

export function atlasOf({ components }: Rotterdam['Catalogue']): Atlas {
  const all: Readonly<Record<string, readonly Part[]>> = components;
  const listed = <P extends Part>(kind: string, is: (part: Part) => part is P) =>
    (all[kind] ?? []).filter(is);
  const positions = listed('position', isPosition);
  return {
    positions: byId(positions),
    channels: byId(listed('channel', isChannel)),
    colours: listed('channel-colour', isColour),
    harbours: byId(listed('harbour', isHarbour)),
    materials: listed('material', isMaterial),
    products: byId(listed('product', isProduct)),
    missions: byId(listed('mission', isMission)),
    cards: byId(listed('navigation-card', isCard)),
    ships: byId(listed('ship', isShip)),
    frame: frameOf(positions),
  };
}

function byId<P extends Part>(parts: readonly P[]): ReadonlyMap<string, P> {
  return new Map(parts.map((part) => [part.id, part]));
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

/** Ids that the catalogue does not know are left out: nothing can be drawn of them. */
export function known<P>(parts: ReadonlyMap<string, P>, ids: readonly string[]): P[] {
  return ids.flatMap((id) => {
    const part = parts.get(id);
    return part === undefined ? [] : [part];
  });
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
