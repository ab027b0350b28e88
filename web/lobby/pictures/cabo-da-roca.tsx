// Cabo da Roca: tiles whose corners of land join into a coast, a lighthouse with its beam, and a ship that rounds it.

const TILE = 60;

export function CaboDaRoca() {
  return (
    <g>
      <path class="beam" d="M220 76 20-30V46Z" />
      <path class="beam" d="M220 76 330 168v-58Z" />
      <path
        class="land edged"
        d="M-10 186V122C20 122 30 116 30 90 60 90 90 96 90 120 90 142 118 152 150 150c24-2 30 10 30 40Z"
      />
      <path class="fine" d="M-10 134c34 0 52-8 52-30 24 0 36 8 36 20 0 26 34 40 70 38" />
      <path class="land edged" d="M330-10H210C210 18 238 30 270 30c0 24 20 30 60 30Z" />
      <path class="fine" d="M330 46c-36 0-46-6-46-28-34 0-58-6-62-28" />
      <g class="fine">
        {[1, 2, 3, 4, 5].map((column) => (
          <path key={column} d={`M${column * TILE - 30} -4V184`} />
        ))}
        {[1, 2].map((row) => (
          <path key={row} d={`M-4 ${row * TILE}H324`} />
        ))}
      </g>
      <g>
        <ellipse class="land edged" cx="220" cy="108" rx="22" ry="9" />
        <path class="sail edged" d="M211 106 214 76h12l3 30q-9 4-18 0Z" />
        <path class="red" d="M213 92h14l1 8q-8 3-16 0ZM214.500 78h11l.6 6h-12.200Z" />
        <path class="yellow edged" d="M213 66h14v10h-14Z" />
        <path class="pen" d="M211 66 220 56l9 10Z" />
      </g>
      <g transform="translate(126 72)">
        <path class="line" d="M-4-38V10M16-28V8" />
        <path class="sail edged" d="M-2-36Q20-22 14-2H-4Z" />
        <path class="sail edged" d="M-7-30Q-20-16-22 0h15Z" />
        <path class="red" d="M-4-38h-14l4-4-4-4h14Z" />
        <path class="wood edged" d="M-28 6h52l12-6q-4 22-16 22h-34q-10 0-14-16Z" />
        <path class="line" d="M-24 12h52" opacity="0.6" />
      </g>
      <path
        class="wave"
        d="M96 106q7-5 14 0t14 0 14 0 14 0 14 0M150 26q7-5 14 0t14 0M262 128q7-5 14 0t14 0M54 40q7-5 14 0t14 0"
      />
      <g transform="translate(256 152)">
        <path class="blue edged" d="M-16 0q12-11 26 0l9-7v14l-9-7q-14 11-26 0Z" />
        <circle class="pen" cx="-9" cy="-1" r="1.500" />
      </g>
      <g transform="translate(52 132)">
        <rect class="brass edged" x="-12" y="-2" width="24" height="12" rx="1" />
        <path class="red edged" d="M-14-2 0-12 14-2Z" />
        <path class="pen" d="M-3 10V3h6v7Z" />
      </g>
      <g transform="translate(40 30)">
        <circle class="fine" r="20" />
        <path class="brass" d="M0-20 5-5 20 0 5 5 0 20-5 5-20 0-5-5Z" />
        <path class="pen" d="M0-20 5-5 0 0ZM20 0 5 5 0 0ZM0 20-5 5 0 0ZM-20 0-5-5 0 0Z" />
      </g>
    </g>
  );
}
