// The symbols of Comptoir des Antilles: each kind of goods and each event has its own shape, so that none is
// known by colour alone. All are decorative: the name of their control says what they show.
import type { VNode } from 'preact';
import { SeatShape } from '../../seats/seat-mark.tsx';

/** What is painted on a crate, 24 units wide and high. */
const GOODS: Readonly<Record<string, () => VNode>> = {
  'goods-madras': () => (
    <>
      <path class="doc-tint" d="M4 5h16v14H4Z" />
      <path class="doc-pen" d="M8 5v14M12 5v14M16 5v14M4 9h16M4 12.500h16M4 16h16" />
    </>
  ),
  'goods-rum': () => (
    <>
      <path class="doc-tint" d="M7 3.500h10q4 8.500 0 17H7q-4-8.500 0-17Z" />
      <path class="doc-pen" d="M5.300 8.500h13.400M5.300 15.500h13.400M12 3.500v17" />
    </>
  ),
  'goods-spice': () => (
    <>
      <path class="doc-tint" d="M9 8Q4 13 5 20.500h14Q20 13 15 8Z" />
      <path
        class="doc-pen"
        d="M8.500 8h7M9 8 7.500 3.500 12 5l4.500-1.500L15 8M9.500 14.500h.1M12.500 13h.1M14.500 16h.1M11.500 17h.1"
      />
    </>
  ),
  'goods-vanilla': () => (
    <>
      <path class="doc-tint" d="M12 12q-6-1-7-7 6 0 7 7 1-7 7-7-1 6-7 7 6 1 6 6-6-1-6-6 0 5-6 6 0-5 6-6Z" />
      <path class="doc-pen" d="M12 12q1 5-1 10M12 12q3 4 3 9" />
    </>
  ),
};

export function GoodsSign({ goods }: { readonly goods: string }) {
  return (
    <svg class="doc-goods" viewBox="0 0 24 24" data-goods={goods} aria-hidden="true">
      {GOODS[goods]?.() ?? <path class="doc-tint" d="M5 5h14v14H5Z" />}
    </svg>
  );
}

/** A crate with its goods and what they pay. */
export function Crate({ goods, prime }: { readonly goods: string; readonly prime: number }) {
  return (
    <span class="doc-crate" aria-hidden="true">
      <GoodsSign goods={goods} />
      <b>{prime}</b>
    </span>
  );
}

const EVENTS: Readonly<Record<string, string>> = {
  'event-top-quality':
    'M12 3l2.600 5.600 6.100.700-4.600 4.100 1.300 6L12 16.300 6.600 19.400l1.300-6L3.300 9.300l6.100-.7Z',
  'event-poor-quality': 'M5 5 19 19M19 5 5 19M12 2v3M12 19v3',
  'event-exclusivity': 'M8 12a4.500 4.500 0 1 1 3.500-4.500V9L20 17.500V21h-3.500v-2.500H14V16l-3-3Z',
  'event-pirates':
    'M12 3a6 6 0 0 0-6 6q0 3 2 4.500V16h8v-2.500q2-1.500 2-4.500a6 6 0 0 0-6-6ZM9.500 9h.1M14.500 9h.1M4 17l16 4.500M20 17 4 21.500',
  'event-mutiny': 'M6 21V3M6 4q6-3 7 1t7 0v8q-5 3-7 0t-7 1',
  'event-shortage': 'M6 3h12M6 21h12M7 3q0 6 5 9-5 3-5 9M17 3q0 6-5 9 5 3 5 9',
  'event-damage': 'M3 13h7l-2 3 4 1-1 3H7ZM21 13h-7l1 2-2 3 1 2h3ZM12 13V3l5 5h-5',
  'event-storm': 'M7 12a4 4 0 0 1 .500-8 5 5 0 0 1 9.500 1.500 3.500 3.500 0 0 1 0 6.500ZM12 12l-2 5h4l-3 5',
  'event-fire': 'M12 2q1 4 4 7t2 8a6.500 6.500 0 0 1-12 0q-1-4 2-6 0 3 2 3 3-5 2-12Z',
  'event-claim': 'M5 3h11l3 3v15H5ZM8.500 9h7M8.500 13h7M8.500 17h4',
};

export function EventSign({ kind }: { readonly kind: string }) {
  return (
    <svg class="doc-event-sign" viewBox="0 0 24 24" aria-hidden="true">
      <path class="doc-pen" d={EVENTS[kind] ?? 'M12 4v10M12 18v1'} />
    </svg>
  );
}

/** A porter with a sack: the body in the colour and shape of the seat. */
export function Porter({ seat }: { readonly seat: number }) {
  return (
    <svg class="doc-porter" viewBox="0 0 24 30" aria-hidden="true">
      <path class="doc-sack" d="M5 7q-3-5 2-6 4-1 9 0 6 1 3 6Z" />
      <circle class="doc-face" cx="12" cy="9.500" r="4" />
      <g transform="translate(3 12) scale(1.120)">
        <SeatShape seat={seat} />
      </g>
    </svg>
  );
}

export function Slate() {
  return (
    <svg class="doc-slate" viewBox="0 0 24 24" aria-hidden="true">
      <rect class="doc-slate-frame" x="1.500" y="3" width="21" height="18" rx="2" />
      <rect class="doc-slate-stone" x="4" y="5.500" width="16" height="13" />
      <path class="doc-chalk" d="M7 9v6M9.500 9v6M12 9v6M14.500 9v6M6 14.500 16 9.500" />
    </svg>
  );
}

/** The commission, in wax. */
export function Seal({ commission }: { readonly commission: number }) {
  return (
    <span class="seal doc-seal" aria-hidden="true">
      {commission}
    </span>
  );
}

/** A warehouse front with two doors, as it is seen from the sea. */
export function Facade({ quay }: { readonly quay: number }) {
  return (
    <svg
      class="doc-facade"
      viewBox="0 0 120 44"
      preserveAspectRatio="none"
      data-quay={quay}
      aria-hidden="true"
    >
      <path class="doc-roof" d="M2 16 60 2 118 16Z" />
      <path class="doc-wall" d="M6 16H114V44H6Z" />
      <path class="doc-door" d="M16 44V32q8-9 16 0V44ZM88 44V32q8-9 16 0V44Z" />
      <path class="doc-window" d="M20 20h8v6h-8ZM92 20h8v6h-8Z" />
    </svg>
  );
}

/** The hull under the places: as long as there is room. */
export function Hull() {
  return (
    <svg class="doc-hull-drawing" viewBox="0 0 120 60" preserveAspectRatio="none" aria-hidden="true">
      <path class="doc-wood" d="M2 2H118Q116 50 104 58H16Q4 50 2 2Z" />
      <path class="doc-rail" d="M2 2H118L117.500 7H2.500Z" />
    </svg>
  );
}
