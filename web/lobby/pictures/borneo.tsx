// Borneo: a merchantman under the flags of four companies, and a harbour's cards, overlapping.

const FLAGS = ['red', 'blue', 'yellow', 'green'] as const;

/** Cards as they lie at a harbour: each covers all but the flags of the one before. */
const CARDS = [
  { x: 186, flags: ['blue', 'blue', 'blue'], spice: 'pepper' },
  { x: 214, flags: ['red', 'red', 'red'], spice: 'clove' },
  { x: 242, flags: ['yellow', 'green', 'red'], spice: 'nutmeg' },
] as const;

export function Borneo() {
  return (
    <g>
      <path class="land" d="M0 78C40 60 70 62 104 70S190 50 232 58s64 4 88-4V98H0Z" />
      <path class="fine" d="M0 88c46-14 84-6 118-6s74-16 112-14 60-2 90-6" />
      <rect class="deep" y="96" width="320" height="84" />
      <path
        class="wave"
        d="M8 120q8-6 16 0t16 0M252 108q8-6 16 0t16 0M136 160q8-6 16 0t16 0M24 162q8-6 16 0t16 0"
      />
      <g>
        <path class="line" d="M62 30V124M98 20V124M134 34V124M134 112l34-12" />
        <path class="sail edged" d="M48 54q16 22 0 44h30q16-22 0-44Z" />
        <path class="sail edged" d="M50 36q10 8 0 16h26q10-8 0-16Z" />
        <path class="sail edged" d="M82 50q20 26 0 52h34q18-26 0-52Z" />
        <path class="sail edged" d="M85 27q12 10 0 20h28q11-10 0-20Z" />
        <path class="sail edged" d="M122 58q15 20 0 40h26q14-20 0-40Z" />
        <path class="sail edged" d="M124 41q9 7 0 14h22q9-7 0-14Z" />
        <path class="red" d="M62 22h20l-5 4 5 4H62Z" />
        <path class="yellow" d="M98 11h22l-5 4.500 5 4.500H98Z" />
        <path class="blue" d="M134 26h19l-5 4 5 4h-19Z" />
        <path class="wood edged" d="M30 108l12 34q2 6 10 6h88q8 0 12-6l10-28h-18v8H48V108Z" />
        <path class="line" d="M42 132h114" />
        <g class="brass">
          {[58, 76, 94, 112, 130].map((x) => (
            <rect key={x} x={x} y="136" width="6" height="5" rx="1" />
          ))}
        </g>
        <path class="line" d="M34 114 28 84" />
        <path class="green" d="M28 84l2 13-17 3 3-6-5-5Z" />
      </g>
      <path class="deep" d="M0 146h180v34H0Z" opacity="0.55" />
      <path class="wave" d="M18 150q8-6 16 0t16 0 16 0 16 0 16 0 16 0 16 0 16 0" />
      {CARDS.map(({ x, flags, spice }) => (
        <g key={x} transform={`translate(${x} 60)`}>
          <rect class="card-face edged" width="58" height="86" rx="5" />
          {flags.map((flag, row) => (
            <Flag key={row} flag={flag} y={9 + row * 14} />
          ))}
          {x === 242 ? <Spice spice={spice} /> : null}
        </g>
      ))}
      <g>
        {FLAGS.map((flag, place) => (
          <circle key={flag} class={`${flag} edged`} cx={192 + place * 16} cy="162" r="5" />
        ))}
      </g>
    </g>
  );
}

function Flag({ flag, y }: { readonly flag: (typeof FLAGS)[number]; readonly y: number }) {
  return (
    <g transform={`translate(7 ${y})`}>
      <path class="line" d="M0 0V11" />
      <path class={`${flag} edged`} d="M0 0h15l-4 4 4 4H0Z" />
    </g>
  );
}

function Spice({ spice }: { readonly spice: (typeof CARDS)[number]['spice'] }) {
  if (spice !== 'nutmeg') return null;
  return (
    <g transform="translate(36 64)">
      <ellipse class="wood edged" rx="12" ry="14" />
      <path class="line" d="M-6-10q-4 10 0 20M0-13q-4 13 0 26M6-10q4 10 0 20" />
    </g>
  );
}
