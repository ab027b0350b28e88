// The river as a chart: channels, buoys, anchors, harbours, and the ships on them.
import { Card } from '../parts/card.tsx';
import { Group } from '../parts/group.tsx';
import { isPicked, pick } from '../parts/picking.ts';
import { Piece } from '../parts/piece.tsx';
import { isLit, nameOf } from '../parts/sight.ts';
import type { Channel, Frame, Position } from './atlas.ts';
import { channelMeaning, legsIn, picksFrom, shipMeaning, steered } from './convoy.ts';
import { forecast, type Prospect, yetToSail } from './forecast.ts';
import { type Meaning, meaningOf, SHIP, START, waysBack } from './picking.ts';
import { isShipLit, ShipFace, shipLabel, toldWays } from './ship.tsx';
import { type Sight, say } from './sight.ts';
import { Cube, dashOf, markOf, Sign } from './symbols.tsx';
import { atPosition } from './trace.ts';

interface OfChart {
  readonly sight: Sight;
  /** How much higher it is than it was drawn. */
  readonly stretch: number;
}

export function Chart({ sight, stretch }: OfChart) {
  const { atlas, isForeseen, kind } = sight;
  const { frame } = atlas;
  const colour = namedColour(sight);
  // The preview of a convoy draws where it sails.
  const isDrawn = isForeseen && kind === 'moves';
  const prospects = colour === null || isDrawn ? [] : prospectsFor(sight, colour);
  return (
    <Group label={say('chart')} class="rot-chart">
      <Water sight={sight} stretch={stretch} colour={colour} prospects={prospects} />
      {[...atlas.positions.values()].map((position) => (
        <Place key={position.id} sight={sight} position={position} />
      ))}
      {prospects.map(({ ship, fate }) => (
        <Fate key={ship} sight={sight} ship={ship} fate={fate} frame={frame} />
      ))}
    </Group>
  );
}

export function pickedColour({ picks, props }: Sight): string | null {
  const picked = picks.values.get('colour');
  if (typeof picked === 'string') return picked;
  const command = props.choice?.candidate.value;
  return command?.type === 'choose-colour' ? command.colour : null;
}

/** The colour under the pointer, else the chosen one, else the one that is being sailed. */
export function namedColour(sight: Sight): string | null {
  return sight.pointed.value ?? pickedColour(sight) ?? sight.ground.colour;
}

/** What a colour moves; while a movement waits for a decision, without those who have sailed already. */
export function prospectsFor({ atlas, ground, kind, props }: Sight, colour: string): Prospect[] {
  const all = forecast(atlas, ground, colour);
  if (ground.step !== 'resolving' || colour !== ground.colour) return all;
  const asked = props.scene.value.events.findLast(({ type }) => type === 'moves-required');
  const other = asked?.type === 'moves-required' ? asked.seat : null;
  const seats = yetToSail(ground, kind === 'moves' ? props.seat : other);
  return all.filter(({ owner }) => seats?.has(owner) === true);
}

interface OfWater extends OfChart {
  readonly colour: string | null;
  readonly prospects: readonly Prospect[];
}

function Water({ sight, stretch, colour, prospects }: OfWater) {
  const { atlas, picks } = sight;
  const { left, top, width, height } = atlas.frame;
  const taken = new Set(legsIn(picks).map(({ channel }) => channel));
  const ways = new Set(
    prospects.filter(({ fate }) => fate !== 'blocked').flatMap(({ channels }) => channels),
  );
  return (
    <svg
      class="rot-water"
      viewBox={`${left} ${top * stretch} ${width} ${height * stretch}`}
      aria-hidden="true"
    >
      {[...atlas.channels.values()].map((channel) => {
        const line = lineOf(sight, channel, stretch);
        const paint = atlas.colours.find(({ id }) => id === channel.colour);
        if (line === undefined || paint === undefined) return null;
        const isNamed = channel.colour === colour;
        const state = taken.has(channel.id)
          ? 'taken'
          : ways.has(channel.id)
            ? 'way'
            : isNamed
              ? 'named'
              : 'other';
        return (
          <g
            key={channel.id}
            class="rot-channel"
            data-state={colour === null && state === 'other' ? undefined : state}
            style={{ '--channel': paint.hex }}
          >
            <path class="rot-channel-bed" d={line.path} />
            <path class="rot-channel-line" d={line.path} stroke-dasharray={dashOf(paint)} />
            <path class="rot-channel-mark" d={markOf(paint)} transform={`translate(${line.x} ${line.y})`} />
          </g>
        );
      })}
      {[...atlas.positions.values()].map(({ id, kind, anchor, x, y }) => (
        <g key={id} transform={`translate(${x} ${y * stretch})`} class="rot-buoy" data-kind={kind}>
          {kind !== 'harbour' && <circle r="19" />}
          {kind === 'start' && <path class="rot-ink" d="M-8 0H7M2-6 8 0 2 6" />}
          {anchor && <path class="rot-ink" d={ANCHOR} />}
          {kind === 'water' && !anchor && <circle r="3.500" class="rot-dot" />}
        </g>
      ))}
    </svg>
  );
}

const ANCHOR = 'M0-7V10M-6-2H6M-10 3q1 8 10 8t10-8M0-13a3 3 0 1 0 .01 0';

const GAP = 21;

/** From the rim of one buoy to that of the next; the mark stands where crossing channels do not meet. */
function lineOf({ atlas: { positions } }: Sight, { from, to }: Channel, stretch: number) {
  const start = positions.get(from);
  const end = positions.get(to);
  if (start === undefined || end === undefined) return undefined;
  const [dx, dy] = [end.x - start.x, (end.y - start.y) * stretch];
  const length = Math.hypot(dx, dy) || 1;
  const at = (way: number) => ({
    x: Math.round(start.x + (dx * way) / length),
    y: Math.round(start.y * stretch + (dy * way) / length),
  });
  const one = at(GAP);
  const other = at(length - (end.kind === 'harbour' ? 0 : GAP));
  // Close to the buoy, where the plate of a harbour does not cover it.
  const mark = end.kind === 'harbour' ? 15 : (length - 2 * GAP) * 0.3;
  return { path: `M${one.x} ${one.y}L${other.x} ${other.y}`, ...at(GAP + mark) };
}

function spotOf({ left, top, width, height }: Frame, { x, y }: Position) {
  return { left: `${((x - left) / width) * 100}%`, top: `${((y - top) / height) * 100}%` };
}

interface OfPlace {
  readonly sight: Sight;
  readonly position: Position;
}

function Place({ sight, position }: OfPlace) {
  const { view, atlas } = sight;
  const isHarbour = atlas.harbours.has(position.id);
  const here = isHarbour
    ? (view.harbourQueues[position.id] ?? [])
    : Object.entries(view.ships).flatMap(([id, ship]) => (ship.position === position.id ? [id] : []));
  const { left, top, width, height } = atlas.frame;
  const isAtEdge = position.x > left + width * 0.8;
  const edge = isAtEdge ? 'right' : position.y < top + height / 2 ? 'top' : 'bottom';
  return (
    <div
      class="rot-place"
      data-kind={position.kind}
      data-edge={isHarbour ? edge : undefined}
      style={spotOf(atlas.frame, position)}
      data-at={atPosition(position.id)}
    >
      {isHarbour ? (
        <HarbourPlate sight={sight} harbour={position.id} />
      ) : (
        here.length === 0 && <Buoy sight={sight} position={position} />
      )}
      {here.length > 0 && (
        <div class="rot-ships">
          {here.map((id) => (
            <Ship key={id} sight={sight} id={id} position={position.id} />
          ))}
        </div>
      )}
    </div>
  );
}

/** The meaning of a chosen place: a start, a place to drive a ship back to, or a ship's target. */
function placeMeaning(sight: Sight, id: string): Meaning | undefined {
  const { atlas, commands, picks, kind } = sight;
  if (kind === 'moves') {
    const arriving = [...atlas.channels.values()].filter(({ to }) => to === id).map((channel) => channel.id);
    return channelMeaning(commands, picks, arriving);
  }
  const path = waysBack(atlas, commands, picks).get(id);
  if (path !== undefined && (picks.type === 'play-setback' || picks.type === 'play-storm'))
    return { type: picks.type, fields: { path } };
  return meaningOf(commands, picks, START, id);
}

function Buoy({ sight, position: { id, anchor } }: OfPlace) {
  const meaning = placeMeaning(sight, id);
  const name = nameOf(sight, id);
  const label = say(anchor ? 'placeAnchor' : 'placeFree', { name, channels: toldWays(sight, id) });
  return (
    <Piece
      class="rot-buoy-place"
      label={label}
      lit={isLit(sight, id)}
      onPick={meaning && (() => pick(sight, meaning))}
      picked={isPicked(sight, { fields: { start: id } })}
    >
      <span class="rot-name">{name}</span>
    </Piece>
  );
}

function HarbourPlate({ sight, harbour: id }: { readonly sight: Sight; readonly harbour: string }) {
  const { atlas, view } = sight;
  const harbour = atlas.harbours.get(id);
  const material = atlas.materials.find((one) => one.id === harbour?.material);
  const { count = 0, top = null } = view.productDecks[id] ?? {};
  const meaning = placeMeaning(sight, id);
  const name = nameOf(sight, id);
  const products = (harbour?.products ?? []).map((product) => nameOf(sight, product)).join(', ');
  const told = { name, material: nameOf(sight, harbour?.material ?? ''), products, count };
  return (
    <Card
      sight={sight}
      id={id}
      class="rot-harbour"
      label={top === null ? say('harbour', told) : say('harbourOpen', { ...told, top: nameOf(sight, top) })}
      onPick={meaning && (() => pick(sight, meaning))}
    >
      <span class="rot-harbour-name">{name.replace(/ \(.*$/, '')}</span>
      <span class="rot-harbour-goods">
        {material !== undefined && <Cube material={material} />}
        <span class="rot-deck" data-empty={count === 0 ? '' : undefined}>
          {top === null ? (
            (harbour?.products ?? []).map((one) => <Sign key={one} of={one} />)
          ) : (
            <Sign of={top} />
          )}
          <b>{count}</b>
        </span>
      </span>
    </Card>
  );
}

interface OfShip {
  readonly sight: Sight;
  readonly id: string;
  readonly position: string;
}

const SHIP_FIELDS = ['shipA', 'shipB', 'ship', 'from', 'to'];

function Ship({ sight, id, position }: OfShip) {
  const { atlas, view, commands, picks, kind, moved, props } = sight;
  const ship = view.ships[id];
  if (ship === undefined) return null;
  const legs = legsIn(picks);
  const leg = legs.findIndex((one) => one.ship === id) + 1;
  const isSailing = kind === 'moves';
  const meaning = isSailing ? shipMeaning(commands, picks, id) : meaningOf(commands, picks, SHIP, id);
  const isHeld = isSailing
    ? leg > 0 || steered(picks) === id
    : SHIP_FIELDS.some((field) => isPicked(sight, { fields: { [field]: id } }));
  const onPick = () => {
    const { choice } = props;
    if (leg > 0 && choice !== null)
      for (const [path, value] of picksFrom(picks, id)) choice.pick(path, value);
    else if (meaning !== undefined) pick(sight, meaning);
  };
  return (
    <Piece
      class="rot-ship"
      label={
        leg > 0
          ? say('shipSails', { ship: shipLabel(sight, id, position), leg })
          : shipLabel(sight, id, position)
      }
      piece={id}
      lit={isShipLit(sight, id)}
      moved={moved.has(id)}
      picked={isHeld}
      onPick={meaning === undefined && leg === 0 ? undefined : onPick}
    >
      <ShipFace sight={sight} id={id} owner={ship.owner} cargo={ship.cargo} />
      {atlas.positions.get(position)?.anchor === true && <Moored />}
      {leg > 0 && <span class="rot-leg">{leg}</span>}
    </Piece>
  );
}

/** The anchor of the position, which the ship hides. */
function Moored() {
  return (
    <svg class="rot-moored" viewBox="-14 -18 28 34" aria-hidden="true">
      <circle r="16" />
      <path class="rot-ink" d={ANCHOR} />
    </svg>
  );
}

interface OfFate {
  readonly sight: Sight;
  readonly ship: string;
  readonly fate: Prospect['fate'];
  readonly frame: Frame;
}

const FATES = { moves: '→', choice: '?', blocked: '×' } as const;

/** Also described in words beside the colours. */
function Fate({ sight: { atlas, ground, view }, ship, fate, frame }: OfFate) {
  const { position: from = null } = ground.ships[ship] ?? {};
  const position = atlas.positions.get(from ?? '');
  // A preview draws a ship that sails where it arrives.
  if (position === undefined || view.ships[ship]?.position !== from) return null;
  return (
    <span class="rot-fate" data-fate={fate} style={spotOf(frame, position)} aria-hidden="true">
      {FATES[fate]}
    </span>
  );
}
