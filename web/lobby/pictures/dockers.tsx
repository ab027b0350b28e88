// Comptoir des Antilles: the arcades of the quay, a hull with its places, and porters aboard in the players' shapes.
import { SeatShape } from '../../seats/seat-mark.tsx';

const FACADES = [
  { x: 6, width: 66, colour: 'red' },
  { x: 74, width: 54, colour: 'yellow' },
  { x: 130, width: 72, colour: 'blue' },
  { x: 204, width: 52, colour: 'green' },
  { x: 258, width: 58, colour: 'red' },
] as const;
/** Whose porters are aboard, place by place. */
const PLACES = [0, 1, 0, 2, null] as const;

export function Dockers() {
  return (
    <g>
      <rect class="deep" y="104" width="320" height="76" />
      {FACADES.map(({ x, width, colour }, at) => (
        <g key={x}>
          <path
            class="wood edged"
            d={`M${x - 3} 36l${width / 2 + 3}-${at % 2 === 0 ? 20 : 14} ${width / 2 + 3} ${at % 2 === 0 ? 20 : 14}Z`}
          />
          <rect class={`${colour} edged`} x={x} y="36" width={width} height="52" opacity="0.88" />
          {[0.27, 0.73].map((part) => (
            <g key={part} transform={`translate(${x + width * part} 0)`}>
              <path class="card-face edged" d="M-6 56V46h12V56Z" />
              <path class="pen" d="M-8 88V72a8 8 0 0 1 16 0V88Z" opacity="0.8" />
            </g>
          ))}
        </g>
      ))}
      <rect class="land edged" x="-4" y="88" width="328" height="18" />
      <path class="fine" d="M0 97h320" />
      <g transform="translate(20 66)">
        <rect class="wood edged" width="26" height="22" />
        <path class="line" d="M0 0 26 22M26 0 0 22" />
        <rect class="wood edged" x="15" y="-20" width="24" height="20" />
        <circle class="card-face edged" cx="27" cy="-10" r="7" />
        <path class="line" d="M24.500-12.500h5l-3 3q3.500 0 3 3t-5 1" />
      </g>
      <g transform="translate(282 64)">
        <path class="dark-wood edged" d="M0 0h22q5 12 0 24H0q-5-12 0-24Z" />
        <path class="line" d="M-2 7h26M-2 17h26" />
      </g>
      <path
        class="wave"
        d="M8 124q8-6 16 0t16 0M276 128q8-6 16 0t16 0M18 166q8-6 16 0t16 0M262 164q8-6 16 0t16 0"
      />
      <path class="line" d="M84 102v18M236 102v18" stroke-dasharray="3 3" />
      <path class="wood edged" d="M50 118h220q-4 34-34 40H96q-38-6-46-40Z" />
      <path class="sail edged" d="M50 118h220l-2 8H53Z" />
      <path class="line" d="M64 148h190" opacity="0.5" />
      {PLACES.map((seat, place) => (
        <g key={place} transform={`translate(${92 + place * 34} 140)`}>
          <circle class="card-face edged" r="12.500" stroke-dasharray={seat === null ? '3 3' : undefined} />
          {seat === null ? null : (
            <g transform="translate(-7 -7) scale(0.875)">
              <SeatShape seat={seat} />
            </g>
          )}
        </g>
      ))}
    </g>
  );
}
