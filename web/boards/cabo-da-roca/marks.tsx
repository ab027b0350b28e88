// Possible actions on the sea: places for a tile, and the moves of the selected ship or sailor, with their
// cost.
import { Group } from '../parts/group.tsx';
import { isPicked, pickOnly } from '../parts/picking.ts';
import { Piece } from '../parts/piece.tsx';
import { nameOf } from '../parts/sight.ts';
import { type Bounds, middleOf } from './bounds.ts';
import { berthOf } from './mooring.ts';
import type { Cell, Move } from './moves.ts';
import { fieldsOf, fitting, type Placement, placementsIn, turnedOn } from './picking.ts';
import type { Ship } from './pieces.ts';
import { departing, rangeOf } from './range.ts';
import type { Pilot } from './route.ts';
import { TileFace } from './sea.tsx';
import { cellName, headingName, type Sight, say } from './sight.ts';

interface OfMarks {
  readonly sight: Sight;
  readonly bounds: Bounds;
  readonly moves: readonly Move[];
  /** The requested orientation of a tile. */
  readonly rotation: number;
  /** Whether the player requested one: then the places where it fits stand out. */
  readonly isTurned: boolean;
  readonly pilot: Pilot;
}

export function Marks({ sight, bounds, moves, rotation, isTurned, pilot }: OfMarks) {
  const placements = placementsIn(sight.commands);
  const chosen = placements.find((placement) => isHere(sight, placement));
  if (placements.length === 0 && moves.length === 0) return null;
  const { atlas, ground, held } = sight;
  const ship = ground.ships.find(({ id }) => id === held);
  const beyond = ship === undefined ? [] : rangeOf(atlas, ground, ship, moves, pointsOf(sight, ship));
  return (
    <Group label={say('marks')} class="cab-layer cab-marks">
      {placements.map((placement) => (
        <Ghost
          key={`${placement.type} ${placement.x} ${placement.y}`}
          sight={sight}
          bounds={bounds}
          placement={placement}
          rotation={rotation}
          isClear={!isTurned || placement.rotations.includes(rotation)}
          isChosen={placement === chosen}
        />
      ))}
      {moves.map((move) => (
        <Mark
          key={`${move.kind} ${move.x} ${move.y}`}
          sight={sight}
          bounds={bounds}
          move={move}
          pilot={pilot}
        />
      ))}
      {ship !== undefined &&
        beyond.map((cell) => (
          <span key={`beyond ${cell.x} ${cell.y}`} class="cab-spot cab-beyond" style={spot(bounds, cell)}>
            <Piece
              class="cab-far"
              label={say('sailOn', { place: tileAt(sight, cell), steps: cell.way.length, count: cell.cost })}
              onPick={() => pilot.follow(ship, cell)}
            >
              <b class="cab-cost">{cell.cost}</b>
            </Piece>
          </span>
        ))}
    </Group>
  );
}

/** What the ship can still spend this turn: actions and its own bonus moves (CAB-12.4). */
function pointsOf({ ground, commands }: Sight, ship: Ship): number {
  const left = ground.actionsAllowed - ground.actionsUsed - departing(commands, ship.id);
  return left + ship.bonusOld + ship.bonusNew;
}

/** Where it is drawn. */
export function spot(bounds: Bounds, cell: Cell): Record<string, string> {
  const { x, y } = middleOf(bounds, cell);
  return { '--x': `${Math.round(x * 1000) / 1000}`, '--y': `${Math.round(y * 1000) / 1000}` };
}

function isHere(sight: Sight, { type, x, y }: Placement): boolean {
  return isPicked(sight, { type, fields: { x, y } });
}

/** The rotation that was picked for the place that was picked. */
export function pickedRotation({ picks, props }: Sight): number | undefined {
  const { value: candidate } = props.choice?.candidate ?? { value: undefined };
  if (candidate?.type === 'place-tile' || candidate?.type === 'place-port') return candidate.rotation;
  const picked = picks.values.get('rotation');
  return typeof picked === 'number' ? picked : undefined;
}

/** The tile that is to be laid: the drawn one, or the home port. */
export function tileInHand({ ground, atlas, props }: Sight, type?: Placement['type']) {
  const home = ground.seats[props.seat ?? ground.turnSeat];
  const isPort = type === 'place-port' || (type === undefined && ground.drawnTile === null);
  const id = isPort ? (home?.homeLaid === true ? null : (home?.homePort ?? null)) : ground.drawnTile;
  return id === null ? undefined : atlas.tiles.get(id);
}

export function layAt(sight: Sight, { type, x, y, rotations }: Placement, rotation: number): void {
  pickOnly(sight, { type, fields: { x, y, rotation: fitting(rotations, rotation) } });
}

interface OfGhost {
  readonly sight: Sight;
  readonly bounds: Bounds;
  readonly placement: Placement;
  readonly rotation: number;
  readonly isClear: boolean;
  readonly isChosen: boolean;
}

function Ghost({ sight, bounds, placement, rotation, isClear, isChosen }: OfGhost) {
  const { type, x, y, rotations } = placement;
  const tile = tileInHand(sight, type);
  const way = (isChosen ? pickedRotation(sight) : undefined) ?? fitting(rotations, rotation);
  const next = turnedOn(rotations, way);
  const place = cellName(sight, placement);
  const label = isChosen
    ? say(next === way ? 'chosenHere' : 'turnHere', { place })
    : say('layHere', {
        tile: tile === undefined ? '' : nameOf(sight, tile.id),
        place,
        count: rotations.length,
      });
  // Choosing it again turns it to the next orientation; with only one, it is taken back.
  const onPick = () =>
    isChosen && next !== way
      ? pickOnly(sight, { type, fields: { x, y, rotation: next } })
      : layAt(sight, placement, way);
  return (
    <span class="cab-spot cab-spot-whole" style={spot(bounds, placement)}>
      <Piece class="cab-ghost" label={label} at={`ghost ${x} ${y}`} picked={isChosen} onPick={onPick}>
        <span class="cab-ghost-face" data-fits={isClear ? '' : undefined}>
          {tile !== undefined && <TileFace tile={tile} rotation={way} />}
        </span>
        {isChosen && next !== way && <TurnSign side={1} />}
      </Piece>
    </span>
  );
}

interface OfMark {
  readonly sight: Sight;
  readonly bounds: Bounds;
  readonly move: Move;
  readonly pilot: Pilot;
}

function Mark({ sight, bounds, move, pilot }: OfMark) {
  const fields = fieldsOf(move.command);
  const { bonus: _, ...meant } = fields;
  const isChosen = isPicked(sight, { type: move.command.type, fields: meant });
  return (
    <span class="cab-spot" data-kind={move.kind} style={spot(bounds, nearer(sight, move))}>
      <Piece
        class={`cab-mark cab-mark-${move.kind}${move.isSinking ? ' cab-mark-sinking' : ''}`}
        label={labelOf(sight, move)}
        picked={isChosen}
        onPick={() => {
          pilot.leave();
          pickOnly(sight, { type: move.command.type, fields });
        }}
      >
        <Sign move={move} />
      </Piece>
    </span>
  );
}

/** From the middle of the ship, in cells: neither ship nor the cell ahead is covered. */
const BESIDE = 0.65;

/** The marks for turning are close to the ship, so that the cells ahead stay free. */
function nearer({ atlas, ground, held }: Sight, move: Move): Cell {
  const ship =
    move.kind === 'turn' || move.kind === 'load' ? ground.ships.find(({ id }) => id === held) : undefined;
  if (ship === undefined) return move;
  if (move.kind === 'load') {
    const { x, y } = berthOf(atlas, ground, ship);
    return { x: x + 0.3, y: y - 0.3 };
  }
  const [dx, dy] = [move.x - ship.x, move.y - ship.y];
  const by = BESIDE / Math.max(Math.abs(dx), Math.abs(dy));
  return { x: ship.x + dx * by, y: ship.y + dy * by };
}

function Sign({ move }: { readonly move: Move }) {
  switch (move.kind) {
    case 'turn':
      return <TurnSign side={move.side ?? 1} />;
    case 'attack':
      return (
        <svg class="cab-sign" viewBox="0 0 24 24" aria-hidden="true">
          <circle cx="12" cy="12" r="7" />
          <path d="M12 1V8M12 16V23M1 12H8M16 12H23" />
        </svg>
      );
    case 'load':
      return (
        <svg class="cab-sign" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M6 3H18V21H6ZM9 12H15M12 9V15" />
        </svg>
      );
    case 'sail':
      return <b class="cab-cost">{move.isSinking ? '☠' : move.cost}</b>;
    default:
      return <b class="cab-cost">{move.cost}</b>;
  }
}

function TurnSign({ side }: { readonly side: number }) {
  return (
    <svg class="cab-sign" viewBox="0 0 24 24" aria-hidden="true">
      <path
        transform={side < 0 ? 'matrix(-1 0 0 1 24 0)' : undefined}
        d="M5 17A8 8 0 1 1 19.500 14M23 10.500 19.500 14.500 15.500 11"
      />
    </svg>
  );
}

function labelOf(sight: Sight, move: Move): string {
  const { command } = move;
  const count = move.cost ?? 0;
  const place = tileAt(sight, move);
  switch (command.type) {
    case 'depart':
      return told(
        sight,
        move,
        say('departTo', { direction: headingName(sight, command.direction), place, count }),
      );
    case 'advance':
      return told(sight, move, say('advanceTo', { place, count }));
    case 'turn':
      return say(command.side === 'left' ? 'turnLeft' : 'turnRight');
    case 'attack':
      return say('attackAt', { target: targetAt(sight, move) ?? place });
    case 'load':
      return sight.props.teller.book.commands['load'] ?? command.type;
    case 'move-sailor':
      return say('walkTo', { place });
    case 'buy-ship':
      return say('berthAt', { ship: nameOf(sight, command.kind), place });
    case 'buy-sailor':
      return say('hireAt', { place });
    default:
      return place;
  }
}

function told(sight: Sight, move: Move, way: string): string {
  return move.isSinking ? say('sinks', { way, ship: nameOf(sight, sight.held ?? '') }) : way;
}

function tileAt(sight: Sight, cell: Cell): string {
  const laid = sight.ground.board.find(({ x, y }) => x === cell.x && y === cell.y);
  const place = cellName(sight, cell);
  return laid === undefined ? place : `${nameOf(sight, laid.tileId)} (${place})`;
}

function targetAt(sight: Sight, cell: Cell): string | undefined {
  const found = [...sight.ground.ships, ...sight.ground.sailors].find(
    ({ x, y }) => x === cell.x && y === cell.y,
  );
  return found && nameOf(sight, found.id);
}
