// The symbols of Borneo: each company and each spice has its own shape, so that none is known by colour alone.
import type { VNode } from 'preact';
import { SeatShape } from '../../seats/seat-mark.tsx';
import type { Company } from './pieces.ts';

/** Upon the company's colour. */
const SIGNS: Readonly<Record<Company, string>> = {
  red: 'M12 3.6a4.4 4.4 0 1 0 0 8.8a4.4 4.4 0 1 0 0-8.8Z',
  blue: 'M1 5.6H23V10.4H1Z',
  yellow: 'M1 1H4.4L12 6 19.6 1H23V3.2L15.6 8 23 12.8V15H19.6L12 10 4.4 15H1V12.8L8.4 8 1 3.2Z',
  green: 'M1 1 14 8 1 15Z',
};

interface OfCompany {
  readonly company: Company;
  readonly class?: string;
}

/** All symbols are decorative: the name of their control says what they show. */
export function Flag({ company, class: className }: OfCompany) {
  return (
    <svg class={`bor-flag ${className ?? ''}`} viewBox="0 0 24 16" data-company={company} aria-hidden="true">
      <rect class="bor-cloth" x="0.75" y="0.75" width="22.5" height="14.5" rx="1.5" />
      <path class="bor-sign" d={SIGNS[company]} />
    </svg>
  );
}

export function Ship({ company }: OfCompany) {
  return (
    <svg class="bor-ship" viewBox="0 0 72 44" data-company={company} aria-hidden="true">
      <path class="bor-rig" d="M21 6V33M38 3V33M54 8V33M57 33 68 26" />
      <path class="bor-sail" d="M14 11q7 3 14 0v14q-7-3-14 0ZM48 12q6 3 12 0v12q-6-3-12 0Z" />
      <g transform="translate(26 8)">
        <rect class="bor-cloth" x="0" y="0" width="24" height="18" rx="1.5" />
        <path class="bor-sign" transform="translate(0 1)" d={SIGNS[company]} />
      </g>
      <path class="bor-cloth" d="M5 28q4 4 10 4H62l5-3-7 11H15Q8 38 5 28Z" />
      <path class="bor-wave" d="M2 42q4-3 8 0t8 0 8 0 8 0 8 0 8 0 8 0 8 0" />
    </svg>
  );
}

/** A merchant with hat and cloak: the cloak in the colour of the seat, with its shape. */
export function Figure({ seat }: { readonly seat: number }) {
  return (
    <svg class="bor-figure" viewBox="0 0 32 38" data-seat={seat % 5} aria-hidden="true">
      <path class="bor-cloak" d="M4.5 36.5C4.5 24 9 18 16 18s11.5 6 11.5 18.5Z" />
      <circle class="bor-face" cx="16" cy="13.5" r="5" />
      <path
        class="bor-hat"
        d="M4.5 10.5q11.5 3.6 23 0q-3-2-6.5-2.300Q20.5 2 16 2T11 8.200q-3.5.3-6.5 2.300Z"
      />
      <g class="bor-badge" transform="translate(9.5 22) scale(.81)">
        <SeatShape seat={seat} />
      </g>
    </svg>
  );
}

/** What is drawn of each spice, 24 units wide and high. */
const SPICES: Readonly<Record<string, () => VNode>> = {
  pepper: () => (
    <>
      <circle cx="8" cy="9" r="4.5" />
      <circle cx="16.5" cy="8" r="4.2" />
      <circle cx="12" cy="16" r="5" />
      <path class="bor-line" d="M6.5 8q1.5-1.5 3 0M15 7.300q1.5-1.5 3 0M10 15.500q2-2 4 0" />
    </>
  ),
  cinnamon: () => (
    <>
      <path d="M3 14.5 15.5 2l5 5L8 19.500Z" />
      <path d="M8.5 18.5 18.5 8.500l3.5 4L12.5 22.500Z" />
      <path class="bor-line" d="M5 14.5 16 3.500M7 17 18.5 5.500M11 19.5 20 10.5" />
    </>
  ),
  cloves: () => (
    <>
      <path d="M10.3 10h3.400L13 22.500h-2Z" />
      <path d="M12 10.5 4.5 7.5 9 6ZM12 10.5 19.5 7.5 15 6Z" />
      <circle cx="12" cy="5.5" r="3.7" />
      <path class="bor-line" d="M9.5 5.500h5M12 3v5" />
    </>
  ),
  nutmeg: () => (
    <>
      <path d="M12 2c6 2 8.5 7 8.5 11.500S17 22 12 22s-8.5-4-8.5-8.500S6 4 12 2Z" />
      <path
        class="bor-line"
        d="M12 4c-5 5-5 11-2 16M12 4c5 5 5 11 2 16M5 12q3.5 2.5 5 0M19 12q-3.5 2.5-5 0"
      />
    </>
  ),
  crate: () => (
    <>
      <path d="M3 4.500H21V20.500H3Z" />
      <path class="bor-line" d="M3 9.500H21M3 15.500H21M6 4.500V20.500M18 4.500V20.500M7 15 17 10" />
    </>
  ),
};

export function Spice({ spice }: { readonly spice: string }) {
  const Drawing = SPICES[spice];
  return (
    <svg class="bor-spice" viewBox="0 0 24 24" data-spice={spice} aria-hidden="true">
      {Drawing === undefined ? <circle cx="12" cy="12" r="8" /> : <Drawing />}
    </svg>
  );
}

/** A spice, and how often where that is more than once. */
export function Spices({ spice, units }: { readonly spice: string; readonly units: number }) {
  return (
    <span class="bor-units">
      <Spice spice={spice} />
      {units > 1 && <b>×{units}</b>}
    </span>
  );
}

export function PirateShip() {
  return (
    <svg class="bor-pirates" viewBox="0 0 40 32" aria-hidden="true">
      <path class="bor-hull" d="M3 22H37L32 30H9Z" />
      <path class="bor-rig" d="M20 2V22" />
      <path class="bor-hull" d="M9 5q11 4 22 0v12q-11-4-22 0Z" />
      <path class="bor-skull" d="M20 7.500a3.2 3.2 0 0 1 2 5.700v1.500h-4v-1.500a3.2 3.2 0 0 1 2-5.700Z" />
    </svg>
  );
}

/** A pile of cards face down. */
export function CardBack() {
  return (
    <svg class="bor-back" viewBox="0 0 20 24" aria-hidden="true">
      <rect x="5" y="1.5" width="13" height="17" rx="2" />
      <rect x="2" y="4.5" width="13" height="17" rx="2" />
      <path class="bor-line" d="M5 13l3.5-4 3.5 4-3.5 4Z" />
    </svg>
  );
}

const ROLES = {
  attacker: 'M3 2 10.5 9.5M13 2 5.5 9.500M3 9 7 13M13 9 9 13M4.5 11.5 2.5 13.500M11.5 11.5 13.5 13.5',
  defender: 'M8 1.5 13.5 3.500V8Q13 12.5 8 14.5 3 12.5 2.5 8V3.500Z',
} as const;

/** Crossed swords, or a shield. */
export function RoleMark({ of }: { readonly of: keyof typeof ROLES }) {
  return (
    <svg class="bor-role" viewBox="-3 -3 22 22" aria-hidden="true">
      <circle cx="8" cy="8" r="10.5" />
      <path d={ROLES[of]} />
    </svg>
  );
}
