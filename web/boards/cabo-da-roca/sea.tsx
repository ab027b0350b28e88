// The laid tiles as one drawing, layer by layer, so that coasts run on from tile to tile.
import type { Bounds } from './bounds.ts';
import { coastOf, cornersTurned, sideOf } from './coast.ts';
import type { Atlas, Laid, Tile } from './pieces.ts';
import { Feature } from './symbols.tsx';

interface Props {
  readonly atlas: Atlas;
  readonly board: readonly Laid[];
  readonly bounds: Bounds;
  readonly nameOf: (id: string) => string;
}

interface Drawn {
  readonly laid: Laid;
  readonly tile: Tile;
  readonly corners: readonly number[];
  readonly transform: string;
}

/** Decoration: every tile is a control with a name as well. */
export function Sea({ atlas, board, bounds, nameOf }: Props) {
  const drawn = board.flatMap((laid): Drawn[] => {
    const tile = atlas.tiles.get(laid.tileId);
    if (tile === undefined) return [];
    const transform = `translate(${laid.x} ${laid.y})`;
    return [{ laid, tile, corners: cornersTurned(tile.corners, laid.rotation), transform }];
  });
  const coasts = drawn.map((one) => ({ ...one, ...coastOf(one.corners) }));
  const lights = drawn.filter(({ tile }) => tile.kind === 'lighthouse');
  const ports = drawn.filter(({ tile }) => tile.kind === 'port');
  return (
    <svg
      class="cab-sea"
      viewBox={`${bounds.left} ${bounds.top} ${bounds.columns} ${bounds.rows}`}
      aria-hidden="true"
    >
      <defs>
        <radialGradient id="cab-beam" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="1.5">
          <stop offset="0.1" class="cab-beam-near" />
          <stop offset="1" class="cab-beam-far" />
        </radialGradient>
      </defs>
      <g class="cab-rim">
        {drawn.map(({ laid, transform }) => (
          <rect key={laid.tileId} transform={transform} width="1" height="1" />
        ))}
      </g>
      <g class="cab-water">
        {drawn.map(({ laid, transform }) => (
          <rect key={laid.tileId} transform={transform} x="-.005" y="-.005" width="1.01" height="1.01" />
        ))}
      </g>
      <g class="cab-swell">
        {drawn.map(({ laid, tile, transform }) =>
          tile.corners.includes(1) || (laid.x + laid.y) % 2 !== 0 ? null : (
            <path
              key={laid.tileId}
              transform={transform}
              d="M.14 .16q.05-.05.1 0t.1 0M.68 .88q.05-.05.1 0t.1 0"
            />
          ),
        )}
      </g>
      {(['cab-shallow-wide', 'cab-shallow'] as const).map((layer) => (
        <g key={layer} class={layer}>
          {coasts.map(({ laid, shore, transform }) =>
            shore === '' ? null : <path key={laid.tileId} transform={transform} d={shore} />,
          )}
        </g>
      ))}
      <g class="cab-land">
        {coasts.map(({ laid, land, transform }) =>
          land === '' ? null : <path key={laid.tileId} transform={transform} d={land} />,
        )}
      </g>
      <g class="cab-shore">
        {coasts.map(({ laid, shore, transform }) =>
          shore === '' ? null : <path key={laid.tileId} transform={transform} d={shore} />,
        )}
      </g>
      <g class="cab-seams">
        {drawn.map(({ laid, transform }) => (
          <rect key={laid.tileId} transform={transform} width="1" height="1" />
        ))}
      </g>
      {lights.map(({ laid }) => (
        <g key={laid.tileId} class="cab-beams" transform={`translate(${laid.x + 0.5} ${laid.y + 0.5})`}>
          <rect x="-1.46" y="-1.46" width="2.92" height="2.92" rx=".2" />
          <path d="M0-.2-1.460-1.1V-.3ZM0-.2 1.460-1.1V-.3Z" />
        </g>
      ))}
      {drawn.map(({ laid, tile, corners, transform }) => (
        <g key={laid.tileId} transform={transform}>
          {tile.kind === 'port' ? (
            <Quay corners={corners} />
          ) : tile.kind === 'coast' || tile.kind === 'cove' ? (
            <Ground corners={corners} />
          ) : (
            <Feature kind={tile.kind} fish={tile.fish} />
          )}
        </g>
      ))}
      {ports.map(({ laid, corners, transform }) => (
        <PortName key={laid.tileId} name={nameOf(laid.tileId)} corners={corners} transform={transform} />
      ))}
    </svg>
  );
}

/** Along the straight shore (CAB-1.3), with a jetty into the harbour. */
function Quay({ corners }: Pick<Drawn, 'corners'>) {
  const side = sideOf(corners) ?? 0;
  return (
    <g transform={`rotate(${side * 90} .5 .5)`}>
      <path
        class="cab-houses"
        d="M.06 .4V.3L.13 .24 .2 .3V.4ZM.24 .4V.27L.3 .2 .36 .27V.4ZM.64 .4V.28L.71 .21 .78 .28V.4ZM.82 .4V.32L.88 .26 .94 .32V.4Z"
      />
      <path class="cab-quay" d="M0 .42H1V.53H0Z" />
      <path class="cab-quay-lines" d="M.12 .42V.53M.37 .42V.53M.63 .42V.53M.88 .42V.53" />
      <path class="cab-bollards" d="M.25 .5V.56M.5 .5V.56M.75 .5V.56" />
    </g>
  );
}

/** Trees where sailors can walk. */
function Ground({ corners }: Pick<Drawn, 'corners'>) {
  const spots = [
    [0.2, 0.2],
    [0.8, 0.2],
    [0.8, 0.8],
    [0.2, 0.8],
  ] as const;
  return (
    <path
      class="cab-trees"
      d={spots
        .flatMap(([x, y], corner) =>
          corners[corner] === 1 ? [`M${x - 0.06} ${y + 0.04}l.06-.11 .06 .11Z`] : [],
        )
        .join('')}
    />
  );
}

interface OfName {
  readonly name: string;
  readonly corners: readonly number[];
  readonly transform: string;
}

const LABELS = [
  { x: 0.5, y: 0.14 },
  { x: 0.7, y: 0.2 },
  { x: 0.5, y: 0.9 },
  { x: 0.3, y: 0.2 },
] as const;

function PortName({ name, corners, transform }: OfName) {
  const { x, y } = LABELS[sideOf(corners) ?? 0] ?? LABELS[0];
  const lines = linesOf(name);
  return (
    <g transform={transform}>
      {lines.map((line, index) => (
        <text key={line} class="cab-port-name" x={x} y={y + (index - (lines.length - 1) / 2) * 0.18}>
          {line}
        </text>
      ))}
    </g>
  );
}

/** At most two, so that long names stay on their tile. */
function linesOf(name: string): string[] {
  const [first = '', ...rest] = name.split(' ');
  return name.length < 10 || rest.length === 0 ? [name] : [first, rest.join(' ')];
}

/** A single tile, as it lies or would lie. */
export function TileFace({ tile, rotation }: { readonly tile: Tile; readonly rotation: number }) {
  const corners = cornersTurned(tile.corners, rotation);
  const { land, shore } = coastOf(corners);
  return (
    <svg class="cab-tile-face" viewBox="0 0 1 1" aria-hidden="true">
      <rect class="cab-water" width="1" height="1" />
      <path class="cab-shallow" d={shore} />
      <path class="cab-land" d={land} />
      <path class="cab-shore" d={shore} />
      {tile.kind === 'port' ? (
        <Quay corners={corners} />
      ) : tile.kind === 'coast' || tile.kind === 'cove' ? (
        <Ground corners={corners} />
      ) : (
        <Feature kind={tile.kind} fish={tile.fish} />
      )}
    </svg>
  );
}
