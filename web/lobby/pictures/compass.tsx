// For a game without a picture: a compass over open sea.
export function Compass() {
  return (
    <g>
      <path
        class="wave"
        d="M18 30q8-6 16 0t16 0M256 44q8-6 16 0t16 0M34 150q8-6 16 0t16 0M244 156q8-6 16 0t16 0M40 92q8-6 16 0t16 0M262 100q8-6 16 0t16 0"
      />
      <g transform="translate(160 90)">
        <circle class="card-face edged" r="66" />
        <circle class="fine" r="56" />
        <path class="brass" d="M0-62 14-14 62 0 14 14 0 62-14 14-62 0-14-14Z" />
        <path class="pen" d="M0-62 14-14 0 0ZM62 0 14 14 0 0ZM0 62-14 14 0 0ZM-62 0-14-14 0 0Z" />
        <path class="line" d="M-36-36-18-18M36-36 18-18M36 36 18 18M-36 36-18 18" />
        <circle class="card-face edged" r="5" />
      </g>
    </g>
  );
}
