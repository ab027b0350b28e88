// The symbols of goods, products, cards and channels. Additions of an edition without a symbol get their first
// letter.
import type { ChannelColour, Material } from './atlas.ts';

/** In 24 by 24, drawn with a line. */
const SIGNS: Readonly<Record<string, string>> = {
  grain:
    'M12 21V6M12 10c-4 0-5-2-5-4 3 0 5 1 5 4Zm0 0c4 0 5-2 5-4-3 0-5 1-5 4ZM12 16c-4 0-5-2-5-4 3 0 5 1 5 4Zm0 0c4 0 5-2 5-4-3 0-5 1-5 4ZM12 6V3',
  fruit: 'M12 8c-5-3-8 1-7 6s4 8 7 6c3 2 6-1 7-6s-2-9-7-6Zm0 0c0-3 1-4 3-5',
  textile: 'M6 4h12M6 20h12M8 4v16M16 4v16M8 8h8M8 12h8M8 16h8',
  oil: 'M12 3c4 6 6 8 6 12a6 6 0 0 1-12 0c0-4 2-6 6-12Z',
  bread: 'M4 11c0-4 4-5 8-5s8 1 8 5c0 1-1 2-2 2v6H6v-6c-1 0-2-1-2-2ZM9 7l2 3M13 7l2 3',
  pasta: 'M4 6l7 3-7 3ZM20 6l-7 3 7 3ZM11 9h2M6 16c2-2 4 2 6 0s4 2 6 0M6 20c2-2 4 2 6 0s4 2 6 0',
  'orange-juice': 'M6 8h12l-2 13H8ZM7 13h10M14 8l3-6M18 5a3 3 0 1 0 0-.1',
  jam: 'M7 4h10v4H7ZM6 8h12v10q0 3-3 3H9q-3 0-3-3ZM9 14q3-4 6 0t-6 0Z',
  clothing: 'M8 4 3 8l3 4 2-1v9h8v-9l2 1 3-4-5-4q-4 4-8 0Z',
  carpet: 'M5 6h14v12H5ZM5 3v3M9 3v3M15 3v3M19 3v3M5 18v3M9 18v3M15 18v3M19 18v3M12 8l4 4-4 4-4-4Z',
  petrol: 'M5 21V4h9v17ZM5 10h9M3 21h13M14 9h3v8q0 2 2 2t2-2V9l-3-3',
  plastic: 'M10 2h4v4l3 4v10q0 2-2 2H9q-2 0-2-2V10l3-4ZM7 13h10',
  'fortune-turns': 'M4 9a8 8 0 0 1 14-3M20 15a8 8 0 0 1-14 3M18 2v5h-5M6 22v-5h5',
  'extra-cargo': 'M5 12h9v9H5ZM18 3v8M14 7h8',
  setback: 'M20 18c0-8-6-10-14-9M10 4 5 9l5 5',
  storm: 'M3 9q4-4 8 0t10-1M3 15q4-4 8 0t10-1M14 17l-3 5',
  joker: 'M4 18 3 7l5 5 4-8 4 8 5-5-1 11ZM4 21h16',
  advantage: 'M12 3l2.6 6 6.4.6-4.8 4.2 1.5 6.4L12 16.8 6.300 20.200 7.800 13.800 3 9.600 9.400 9Z',
  'extra-advantage':
    'M8 4l2 5 5 .4-4 3.400 1.200 5.200L8 15.200 3.800 18 5 12.800 1 9.400 6 9ZM18 4v8M14 8h8',
  'cargo-thief': 'M4 8q8-5 16 0v4q-3 3-6 1l-2-1-2 1q-3 2-6-1ZM8 10h2M14 10h2M7 20h10v-4',
  'product-cards': 'M8 3h12v14H8ZM5 6H4v15h12v-1M11 8h6M11 12h6',
  'mission-cards': 'M6 3h11v15a3 3 0 0 0 3 3H8a3 3 0 0 1-3-3V5M9 8h5M9 12h5M17 18H9',
  'navigation-cards': 'M12 2a10 10 0 1 0 .01 0M15.500 8.500 13.500 13.500 8.500 15.500 10.500 10.500Z',
  inspection: 'M12 3l8 3v5c0 5-3 8-8 10-5-2-8-5-8-10V6ZM8 12l3 3 5-6',
  /** The place of a pile that is empty. */
  'no-card': 'M6 8V4h4M14 4h4v4M18 16v4h-4M10 20H6v-4',
};

/** The lines of a symbol; none for additions of an edition. */
export const signOf = (id: string): string => SIGNS[id] ?? '';

interface OfSign {
  readonly of: string;
  readonly class?: string;
}

export function Sign({ of, class: className }: OfSign) {
  const path = SIGNS[of];
  return (
    <svg class={`rot-sign ${className ?? ''}`} viewBox="0 0 24 24" aria-hidden="true">
      {path === undefined ? (
        <text x="12" y="18" text-anchor="middle" class="rot-letter">
          {of.slice(0, 1).toUpperCase()}
        </text>
      ) : (
        <path d={path} />
      )}
    </svg>
  );
}

export function Cube({ material }: { readonly material: Pick<Material, 'id' | 'cubeColour'> }) {
  return (
    <span class="rot-cube" data-cube={material.cubeColour}>
      <Sign of={material.id} />
    </span>
  );
}

/** Distinguishes channels without colour. */
const MARKS: Readonly<Record<string, string>> = {
  circle: 'M0-5A5 5 0 1 0 .01-5Z',
  triangle: 'M0-6 6 5H-6Z',
  square: 'M-4.500-4.500H4.500V4.500H-4.500Z',
  diamond: 'M0-6.500 6 0 0 6.500-6 0Z',
  cross: 'M-1.800-5.500H1.800V-1.800H5.500V1.800H1.800V5.500H-1.800V1.800H-5.500V-1.800H-1.800Z',
};
const DASHES: Readonly<Record<string, string>> = {
  circle: '0.1 7',
  triangle: '11 6',
  square: 'none',
  diamond: '16 5 3 5',
  cross: '5 4',
};

export const dashOf = ({ symbol }: ChannelColour) => DASHES[symbol] ?? 'none';
export const markOf = ({ symbol }: ChannelColour) => MARKS[symbol] ?? MARKS['circle'];

/** A piece of channel, as it is drawn on the chart. */
export function Swatch({ colour }: { readonly colour: ChannelColour }) {
  return (
    <svg class="rot-swatch" viewBox="0 0 44 16" aria-hidden="true" style={{ '--channel': colour.hex }}>
      <path class="rot-channel-bed" d="M3 8H41" />
      <path class="rot-channel-line" d="M3 8H41" stroke-dasharray={dashOf(colour)} />
      <path class="rot-channel-mark" d={markOf(colour)} transform="translate(22 8)" />
    </svg>
  );
}
