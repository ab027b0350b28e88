// The symbols of Cabo da Roca: ships seen from above with a clear bow, sailors, features of tiles, goods.
import type { JSX } from 'preact';
import { paintOf, SeatShape } from '../../seats/seat-mark.tsx';
import type { ShipKind } from './pieces.ts';

const HULLS: Readonly<Record<ShipKind, string>> = {
  fishing: 'M20 5C26 11 28 17 28 23C28 30 26 34 24 36H16C14 34 12 30 12 23C12 17 14 11 20 5Z',
  trade: 'M20 -1C25 5 29 13 29 22C29 31 28 36 25 40H15C12 36 11 31 11 22C11 13 15 5 20 -1Z',
  pirate: 'M20 0C25 8 29 14 29 24C29 32 27 36 25 39L20 36L15 39C13 36 11 32 11 24C11 14 15 8 20 0Z',
};

const RIGS: Readonly<Record<ShipKind, JSX.Element>> = {
  fishing: (
    <>
      <path
        class="cab-deck"
        d="M20 11C23.500 15 25 19 25 23.500C25 28 24 31 23 33H17C16 31 15 28 15 23.500C15 19 16.500 15 20 11Z"
      />
      <path class="cab-rig" d="M12.500 20H7M27.500 20H33M7 17V23M33 17V23" />
    </>
  ),
  trade: (
    <>
      <path
        class="cab-deck"
        d="M20 8C24.500 13 27 18 27 24C27 30 26 33 24.500 36H15.500C14 33 13 30 13 24C13 18 15.500 13 20 8Z"
      />
      <path class="cab-sail" d="M5 15Q20 5 35 15Q20 11 5 15ZM6 34Q20 25 34 34Q20 30.5 6 34Z" />
    </>
  ),
  pirate: (
    <>
      <path
        class="cab-guns"
        d="M11.500 19H5M11.500 25H4.500M12 31H6M28.500 19H35M28.500 25H35.500M28 31H34"
      />
      <path
        class="cab-night"
        d="M20 8C23.500 13 26 18 26 24C26 29 25 32 24 34L20 32L16 34C15 32 14 29 14 24C14 18 16.500 13 20 8Z"
      />
      <path class="cab-black-sail" d="M6 13.5Q20 3.5 34 13.5Q20 9.500 6 13.5Z" />
    </>
  ),
};

interface OfShip {
  readonly kind: ShipKind;
  readonly seat: number;
  /** In eighths clockwise; 0 is north. */
  readonly heading?: number;
  /** Shows the cells at which it aims. */
  readonly isArmed?: boolean;
}

/** All symbols are decorative: the name of their control says what they show. */
export function ShipFigure({ kind, seat, heading = 0, isArmed }: OfShip) {
  return (
    <svg class="cab-ship" viewBox="0 0 40 40" style={paintOf(seat)} aria-hidden="true">
      <g transform={`rotate(${heading * 45} 20 20)`}>
        {isArmed === true && (
          <path class="cab-broadside" d="M6 22-26 10Q-31 22-26 34ZM34 22 66 10Q71 22 66 34Z" />
        )}
        <path class="cab-hull" d={HULLS[kind]} />
        {RIGS[kind]}
      </g>
      <g transform="translate(14.800 16.800) scale(.65)">
        <SeatShape seat={seat} />
      </g>
    </svg>
  );
}

export function SailorFigure({ seat }: Pick<OfShip, 'seat'>) {
  return (
    <svg class="cab-sailor" viewBox="0 0 24 30" style={paintOf(seat)} aria-hidden="true">
      <path class="cab-hull" d="M3 28.500C3 19 6.500 14 12 14S21 19 21 28.500Z" />
      <circle class="cab-face" cx="12" cy="8.500" r="4.600" />
      <path class="cab-hull" d="M5.500 7.500Q12 9.500 18.500 7.500L16.500 3Q12 1 7.500 3Z" />
      <g transform="translate(7.200 17.500) scale(.6)">
        <SeatShape seat={seat} />
      </g>
    </svg>
  );
}

const GOODS: Readonly<Record<string, string>> = {
  salt: 'M3 17 8 8Q12 3 16 8L21 17Q12 21 3 17ZM8 12l1 1M12 9l1 1M14 14l1 1',
  oil: 'M9.500 3H14.500V7Q19 10 17.500 16Q16 21 12 21T6.500 16Q5 10 9.500 7ZM7 13H17',
  wine: 'M7 4H17V18H7ZM5 8Q12 5.500 19 8M5 15Q12 18.500 19 15M7 4Q3.500 11 7 18M17 4Q20.500 11 17 18',
  cloth: 'M4 7Q8 4 12 7T20 7V17Q16 20 12 17T4 17ZM8 5.500V17.500M16 8.500V18.500',
  spice: 'M5 9H19L17 20H7ZM4 6H20V9H4ZM9 13l1.500 1.500M13 12l1.500 1.500M11.500 16l1.500 1.500',
};

export function Good({ good }: { readonly good: string }) {
  return (
    <svg class="cab-good" viewBox="0 0 24 24" data-good={good} aria-hidden="true">
      <path d={GOODS[good] ?? 'M4 5H20V20H4ZM4 5 20 20M20 5 4 20'} />
    </svg>
  );
}

export function Crate() {
  return <Good good="" />;
}

export function Coin() {
  return (
    <svg class="cab-coin" viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="6.500" />
      <path d="M8 4.500V11.500M5.500 6.500Q8 4.500 10.500 6.500M5.500 9.500Q8 11.500 10.500 9.500" />
    </svg>
  );
}

const FISH: readonly string[][] = [
  [],
  ['translate(.5 .5)'],
  ['translate(.4 .36)', 'translate(.6 .64)'],
  ['translate(.36 .3)', 'translate(.64 .5)', 'translate(.4 .72)'],
];

/** What a tile shows besides land and sea, in a square of one unit. */
export function Feature({ kind, fish }: { readonly kind: string; readonly fish: number }) {
  if (kind === 'fish')
    return (
      <>
        {(FISH[fish] ?? FISH[3] ?? []).map((transform) => (
          <g key={transform} transform={transform}>
            <path class="cab-fish" d="M-.15 0Q-.03-.11.1 0L.17-.07V.07L.1 0Q-.03.11-.15 0Z" />
            <circle class="cab-eye" cx="-.08" cy="-.012" r=".012" />
          </g>
        ))}
      </>
    );
  return FEATURES[kind] ?? null;
}

const FEATURES: Readonly<Record<string, JSX.Element>> = {
  lighthouse: (
    <>
      <path class="cab-reef" d="M.28 .78Q.3 .68 .4 .69 .5 .64 .6 .69 .72 .68 .73 .78 .5 .86 .28 .78Z" />
      <path class="cab-tower" d="M.42 .72 .45 .38H.55L.58 .72Z" />
      <path class="cab-stripe" d="M.436 .55H.564L.572 .63H.428ZM.447 .42H.553L.557 .48H.443Z" />
      <path class="cab-lamp" d="M.44 .38V.29H.56V.38Z" />
      <path class="cab-stripe" d="M.42 .3 .5 .21 .58 .3Z" />
    </>
  ),
  island: (
    <>
      <path
        class="cab-isle"
        d="M.2 .55Q.16 .34 .36 .27 .52 .2 .68 .28 .86 .38 .8 .58 .74 .78 .5 .79 .26 .78 .2 .55Z"
      />
      <path
        class="cab-palm"
        d="M.44 .55Q.48 .44 .46 .35M.46 .36Q.36 .29 .31 .37M.46 .36Q.45 .27 .37 .27M.46 .36Q.54 .26 .59 .33M.46 .36Q.57 .36 .57 .43"
      />
      <path class="cab-chest" d="M.52 .55H.7V.67H.52ZM.52 .55Q.61 .48 .7 .55M.61 .55V.6" />
    </>
  ),
  wreck: (
    <>
      <path
        class="cab-ribs"
        d="M.2 .56Q.36 .78 .66 .72L.8 .5Q.5 .62 .2 .56ZM.42 .6 .52 .26M.43 .4 .62 .34M.62 .6 .68 .4"
      />
      <path class="cab-wave" d="M.14 .76Q.22 .7 .3 .76T.46 .76 .62 .76 .78 .76 .86 .76" />
    </>
  ),
  shoal: (
    <path
      class="cab-shoal"
      d="M.18 .36Q.3 .28 .42 .36T.64 .36M.36 .5Q.48 .42 .6 .5T.84 .5M.16 .64Q.28 .56 .4 .64T.62 .64M.42 .77Q.52 .7 .62 .77T.8 .77M.3 .24Q.4 .17 .5 .24T.72 .24"
    />
  ),
  rock: (
    <>
      <path class="cab-rock" d="M.2 .7 .34 .36 .44 .5 .56 .22 .8 .7Q.5 .8 .2 .7Z" />
      <path class="cab-wave" d="M.12 .76Q.2 .7 .28 .76T.44 .76 .6 .76 .76 .76 .88 .76" />
    </>
  ),
  shark: (
    <>
      <path class="cab-shark" d="M.3 .62Q.36 .3 .64 .22 .56 .42 .66 .62Z" />
      <path
        class="cab-wave"
        d="M.12 .64Q.2 .58 .28 .64T.44 .64 .6 .64 .76 .64 .88 .64M.26 .75Q.34 .69 .42 .75T.58 .75 .74 .75"
      />
    </>
  ),
  storm: (
    <>
      <path
        class="cab-cloud"
        d="M.26 .5Q.14 .48 .18 .37 .22 .29 .31 .31 .36 .19 .5 .22 .62 .19 .67 .3 .8 .28 .82 .39 .83 .5 .7 .5Z"
      />
      <path class="cab-bolt" d="M.5 .48 .4 .64H.5L.42 .82 .62 .58H.52L.6 .48Z" />
      <path class="cab-rain" d="M.3 .56 .25 .68M.72 .56 .67 .68" />
    </>
  ),
};
