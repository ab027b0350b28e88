// A ship with its cargo, its number, and the shape of its owner's seat.
import { paintOf, SeatShape } from '../../seats/seat-mark.tsx';
import { isLit, nameOf, playerAt } from '../parts/sight.ts';
import { leaving, numberOf } from './atlas.ts';
import { type Sight, say } from './sight.ts';
import { signOf } from './symbols.tsx';

interface Props {
  readonly sight: Sight;
  readonly id: string;
  readonly owner: number;
  readonly cargo: string | null;
}

export function ShipFace({ sight: { atlas }, id, owner, cargo }: Props) {
  const material = atlas.materials.find((one) => one.id === cargo);
  return (
    <svg class="rot-hull" viewBox="0 0 44 36" aria-hidden="true" style={paintOf(owner)}>
      {material !== undefined && (
        <g data-cube={material.cubeColour}>
          <rect class="rot-hull-cube" x="4" y="1" width="19" height="18" rx="2" />
          <path class="rot-hull-sign" transform="translate(5.500 1.500) scale(.66)" d={signOf(material.id)} />
        </g>
      )}
      <path class="rot-hull-house" d="M26 19V8h9v11Z" />
      <path class="rot-hull-side" d="M2 17H42q-3 15-10 15H11Q4 32 2 17Z" />
      <g transform="translate(22 18.500) scale(.78)" class="rot-hull-mark">
        <SeatShape seat={owner} />
      </g>
      <text x="14" y="30" class="rot-hull-number" text-anchor="middle">
        {numberOf(id)}
      </text>
    </svg>
  );
}

/** The channels that leave a position: «red to Scheur, blue to Pernis». */
export function toldWays(sight: Sight, position: string): string {
  return leaving(sight.atlas, position)
    .map(({ colour, to }) => say('leads', { colour: nameOf(sight, colour), to: nameOf(sight, to) }))
    .join(', ');
}

/** «Red ship 2, Ada. Cargo: grain. At Scheur: red to Rozenburg» */
export function shipLabel(sight: Sight, id: string, position: string | null): string {
  const ship = sight.ground.ships[id];
  const cargo = ship?.cargo ?? null;
  const told = {
    ship: nameOf(sight, id),
    player: playerAt(sight, ship?.owner ?? 0),
    cargo: cargo === null ? say('noCargo') : nameOf(sight, cargo),
  };
  if (position === null) return say('shipInSupply', told);
  const { harbours, positions } = sight.atlas;
  const at = say('shipAt', { ...told, position: nameOf(sight, position) });
  if (harbours.has(position)) return at;
  const isMoored = positions.get(position)?.anchor === true;
  return `${at}${isMoored ? say('atAnchor') : ''}${say('facing', { channels: toldWays(sight, position) })}`;
}

export function isShipLit(sight: Sight, id: string): boolean {
  const owner = sight.view.ships[id]?.owner;
  return isLit(sight, id) || (owner !== undefined && sight.props.litSeats.value.has(owner));
}
