// Rotterdam: the river as a chart, with channels by colour and pattern, buoys, ships with a cube of cargo, and cranes.

const BUOYS = [
  [62, 92],
  [62, 138],
  [118, 74],
  [118, 118],
  [176, 92],
  [176, 142],
  [234, 74],
  [234, 118],
] as const;

export function Rotterdam() {
  return (
    <g>
      <path class="land" d="M0 0H320V34C280 46 262 30 220 38S120 58 84 44 26 48 0 58Z" />
      <path class="land" d="M0 180V160c40-4 66 10 110 6s70-8 110 0 68-4 100-12v26Z" />
      <path class="fine" d="M0 66c30-10 60-14 88-8s98-4 136-10 66 0 96-8" />
      <path class="fine" d="M0 152c40-4 66 8 110 4s70-6 110 0 70-2 100-8" />
      <path class="channel channel-red" d="M14 112 62 92 118 74 176 92 234 74 290 62" />
      <path class="channel channel-blue" d="M14 112 62 138 118 118 176 92" />
      <path class="channel channel-yellow" d="M62 92 118 118 176 142 234 118" />
      <path class="channel channel-green" d="M62 138 118 118M118 118 176 142M176 92 234 118 290 132" />
      <path class="channel channel-purple" d="M118 74 176 142M234 74 234 118" />
      {BUOYS.map(([x, y]) => (
        <g key={`${x} ${y}`}>
          <circle class="card-face edged" cx={x} cy={y} r="7" />
          <circle class="pen" cx={x} cy={y} r="2" />
        </g>
      ))}
      <g transform="translate(176 142)">
        <circle class="card-face edged" r="9" />
        <path class="line" d="M0-5V5M-3-2h6M-5 1q0 4 5 4t5-4" />
      </g>
      <Ship x={118} y={70} hull="red" cargo="yellow" />
      <Ship x={62} y={134} hull="green" cargo="pen" />
      <Ship x={234} y={114} hull="yellow" cargo="red" />
      <Crane x={272} y={34} />
      <Crane x={226} y={22} />
      <g transform="translate(290 62)">
        <rect class="card-face edged" x="-14" y="-12" width="28" height="24" rx="4" />
        <path class="brass" d="M-8 5V-3l5 3v-3l5 3v-6h6V5Z" />
      </g>
      <g transform="translate(290 132)">
        <rect class="card-face edged" x="-14" y="-12" width="28" height="24" rx="4" />
        <path class="pen" d="M-5 7V-5h10V7ZM-3-8h6v2h-6Z" />
      </g>
      <g transform="translate(30 30)" opacity="0.85">
        <circle class="fine" r="17" />
        <path class="pen" d="M0-15 4 0 0 4-4 0Z" />
        <path class="fine" d="M0-21V21M-21 0H21" />
      </g>
    </g>
  );
}

interface ShipProps {
  readonly x: number;
  readonly y: number;
  readonly hull: string;
  readonly cargo: string;
}

function Ship({ x, y, hull, cargo }: ShipProps) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path class={`${hull} edged`} d="M-17-3h27l9 3q-6 9-12 9h-19q-5 0-5-12Z" />
      <rect class={`${cargo} edged`} x="-8" y="-12" width="10" height="9" />
      <path class="card-face edged" d="M4-3v-7h5v7Z" />
    </g>
  );
}

function Crane({ x, y }: { readonly x: number; readonly y: number }) {
  return (
    <path
      class="line"
      transform={`translate(${x} ${y})`}
      d="M-8 16 0-14 8 16M-5 4H5M-3-4H3M0-14 26-20M0-14-10-18M26-20v10M22-10h8v5h-8Z"
    />
  );
}
