// The ships and sailors on the sea, and the tiles below them: each a control with a name.
import { Card } from '../parts/card.tsx';
import { Group } from '../parts/group.tsx';
import { isPicked, type Meaning, offered, ofType, pickOnly } from '../parts/picking.ts';
import { Piece } from '../parts/piece.tsx';
import { isLit, nameOf, playerAt } from '../parts/sight.ts';
import type { Bounds } from './bounds.ts';
import { spot } from './marks.tsx';
import { berthOf, footingOf } from './mooring.ts';
import { isAt } from './moves.ts';
import { ablePieces } from './picking.ts';
import type { Laid, Sailor, Ship, Type } from './pieces.ts';
import { TileFace } from './sea.tsx';
import { cellName, headingName, type Sight, say } from './sight.ts';
import { Crate, SailorFigure, ShipFigure } from './symbols.tsx';
import { atCell } from './trace.ts';

/** So many tiles at the end may be taken back. */
const YOUNG = 8;

interface Props {
  readonly sight: Sight;
  readonly bounds: Bounds;
}

export function Tiles({ sight, bounds }: Props) {
  const fresh = new Set(sight.view.board.map(({ tileId }) => tileId));
  for (const { tileId } of sight.ground.board) fresh.delete(tileId);
  return (
    <Group label={say('tiles')} class="cab-layer cab-tiles">
      {sight.view.board.map((laid, index, { length }) => (
        <span key={laid.tileId} class="cab-spot cab-spot-whole" style={spot(bounds, laid)}>
          <Piece
            isCard={length - index <= YOUNG}
            class={`cab-tile${fresh.has(laid.tileId) ? ' cab-not-yet' : ''}`}
            label={tileLabel(sight, laid)}
            piece={laid.tileId}
            at={atCell(laid.x, laid.y)}
            lit={isLit(sight, laid.tileId)}
            moved={sight.moved.has(laid.tileId)}
          >
            {length - index <= YOUNG ? <Face sight={sight} laid={laid} /> : <span class="unseen" />}
          </Piece>
        </span>
      ))}
    </Group>
  );
}

/** Only seen while it is taken back: where it lies, the sea shows it. */
function Face({ sight, laid }: { readonly sight: Sight; readonly laid: Laid }) {
  const tile = sight.atlas.tiles.get(laid.tileId);
  return (
    <span class="cab-taken-face" aria-hidden="true">
      {tile !== undefined && <TileFace tile={tile} rotation={laid.rotation} />}
    </span>
  );
}

function tileLabel(sight: Sight, laid: Laid): string {
  const { atlas, view } = sight;
  const tile = atlas.tiles.get(laid.tileId);
  const kind = tile === undefined ? '' : nameOf(sight, tile.kind);
  const name = nameOf(sight, laid.tileId);
  const holder = view.sailors.find(isAt(laid));
  return [
    name.toLocaleLowerCase().includes(kind.toLocaleLowerCase()) ? name : `${name} (${kind})`,
    say('place', { cell: cellName(sight, laid) }),
    ...(holder === undefined ? [] : [say('heldBy', { player: playerAt(sight, holder.seat) })]),
    ...(tile === undefined ? [] : hintsOf(tile.kind)),
  ].join('. ');
}

/** The effects of a kind of tile on ships and sailors. */
export function hintsOf(kind: string): string[] {
  const hint = Object.entries(HINTS).find(([of]) => of === kind)?.[1];
  return hint === undefined ? [] : [say(hint)];
}

const HINTS = {
  lighthouse: 'hintLighthouse',
  shoal: 'hintShoal',
  rock: 'hintRock',
  storm: 'hintStorm',
  shark: 'hintShark',
  wreck: 'hintWreck',
  island: 'hintIsland',
  port: 'hintPort',
  fish: 'hintFish',
} as const;

export function Afloat({ sight, bounds }: Props) {
  const { view, wrecks } = sight;
  return (
    <Group label={say('pieces')} class="cab-layer cab-pieces">
      {view.sailors.map((sailor) => (
        <SailorPiece key={sailor.id} sight={sight} bounds={bounds} sailor={sailor} />
      ))}
      {view.ships.map((ship) => (
        <ShipPiece key={ship.id} sight={sight} bounds={bounds} ship={ship} />
      ))}
      {wrecks.map((cell) => (
        <span
          key={`${cell.x} ${cell.y}`}
          class="cab-spot cab-loss"
          style={spot(bounds, cell)}
          aria-hidden="true"
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <circle cx="12" cy="12" r="10" />
            <path d="M6 6 18 18M18 6 6 18" />
          </svg>
        </span>
      ))}
    </Group>
  );
}

interface OfShip extends Props {
  readonly ship: Ship;
}

function ShipPiece({ sight, bounds, ship }: OfShip) {
  const { view, held } = sight;
  const bonus = ship.bonusOld + ship.bonusNew;
  return (
    <span
      class="cab-spot"
      data-kind={ship.docked ? 'docked' : 'ship'}
      style={spot(bounds, berthOf(sight.atlas, view, ship))}
    >
      <Card
        sight={sight}
        id={ship.id}
        class="cab-vessel"
        label={shipLabel(sight, ship)}
        lit={isLit(sight, ship.id) || sight.props.litSeats.value.has(ship.seat)}
        picked={isHeld(sight, ship.id) || isForSale(sight, ship.id)}
        onPick={holdOf(sight, ship.id)}
      >
        <ShipFigure
          kind={ship.kind}
          seat={ship.seat}
          heading={ship.heading}
          isArmed={ship.kind === 'pirate' && !ship.docked}
        />
        {ship.hasCargo && (
          <span class="cab-badge cab-badge-cargo">
            <Crate />
          </span>
        )}
        {bonus > 0 && <span class="cab-badge cab-badge-bonus">+{bonus}</span>}
        {held === ship.id && <span class="cab-held" />}
      </Card>
    </span>
  );
}

/** Choosing an own piece: it is selected, sold, or draws its card. */
export function holdOf(sight: Sight, id: string): (() => void) | undefined {
  const meaning = meaningOf(sight, id);
  return meaning && (() => pickOnly(sight, meaning));
}

function meaningOf(sight: Sight, id: string): Meaning<Type> | undefined {
  const sale = offered(sight, { type: 'sell', fields: { pieceId: id } });
  if (sale !== undefined || !ablePieces(sight.commands).has(id)) return sale;
  const mine = sight.commands.filter((command) => 'shipId' in command && command.shipId === id);
  const ship = { fields: { shipId: id } };
  return (
    offered(sight, { type: 'move-sailor', fields: { sailorId: id } }) ??
    (mine.length === 0 ? offered(sight, { type: 'attack', fields: { pirateId: id } }) : undefined) ??
    (mine.length > 0 && mine.every(({ type }) => type === 'load') ? { type: 'load', ...ship } : ship)
  );
}

export function isHeld({ held, kind, commands }: Sight, id: string): boolean {
  return (
    kind !== null && held === id && ablePieces(commands).has(id) && ofType(commands, 'sell').length === 0
  );
}

export function isForSale(sight: Sight, pieceId: string): boolean {
  return isPicked(sight, { type: 'sell', fields: { pieceId } });
}

export function shipLabel(sight: Sight, ship: Ship): string {
  const { view } = sight;
  const port = ship.docked ? view.board.find(isAt(ship)) : undefined;
  const bonus = ship.bonusOld + ship.bonusNew;
  return [
    say('ofPlayer', { piece: nameOf(sight, ship.id), player: playerAt(sight, ship.seat) }),
    port === undefined
      ? say('headsFor', { direction: headingName(sight, ship.heading), place: cellName(sight, ship) })
      : say('dockedAt', { port: nameOf(sight, port.tileId) }),
    ...cargoLabel(sight, ship),
    ...(bonus > 0 ? [say('bonusMoves', { count: bonus })] : []),
    ...(ship.justLeftPort ? [say('justLeft')] : []),
    ...(view.truces.includes(ship.id) ? [say('spared')] : []),
    ...(ship.kind === 'pirate' && ship.pirateMode !== 'none'
      ? [sight.props.teller.book.values[`pirateMode=${ship.pirateMode}`] ?? '']
      : []),
  ]
    .filter((part) => part !== '')
    .join('. ');
}

/** The card, if the viewer may see it. */
export function cargoOf({ own }: Sight, ship: Ship): string | null {
  return ship.cargo ?? own?.cargoes.find(({ shipId }) => shipId === ship.id)?.cardId ?? null;
}

function cargoLabel(sight: Sight, ship: Ship): string[] {
  if (!ship.hasCargo) return [];
  const card = cargoOf(sight, ship);
  const good = card === null ? undefined : sight.atlas.cards.get(card)?.good;
  if (good === undefined) return [say('cargoHidden')];
  return [say('cargo', { good: nameOf(sight, good), port: nameOf(sight, ship.origin ?? '') })];
}

interface OfSailor extends Props {
  readonly sailor: Sailor;
}

function SailorPiece({ sight, bounds, sailor }: OfSailor) {
  const { view } = sight;
  const tile = view.board.find(isAt(sailor));
  return (
    <span class="cab-spot" data-kind="sailor" style={spot(bounds, footingOf(sight.atlas, view, sailor))}>
      <Card
        sight={sight}
        id={sailor.id}
        class="cab-vessel"
        label={[
          say('ofPlayer', { piece: nameOf(sight, sailor.id), player: playerAt(sight, sailor.seat) }),
          tile === undefined ? '' : `${nameOf(sight, tile.tileId)} (${cellName(sight, sailor)})`,
        ].join('. ')}
        lit={isLit(sight, sailor.id) || sight.props.litSeats.value.has(sailor.seat)}
        picked={isHeld(sight, sailor.id) || isForSale(sight, sailor.id)}
        onPick={holdOf(sight, sailor.id)}
      >
        <SailorFigure seat={sailor.seat} />
      </Card>
    </span>
  );
}
