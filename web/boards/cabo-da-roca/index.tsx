// The board of Cabo da Roca.
import './tokens.css';
import './board.css';
import './sea.css';
import './own.css';
import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { useBoardKeys } from '../../lib/keys.ts';
import { shortcuts } from '../../lib/preferences.ts';
import type { BoardModule, BoardProps } from '../board.ts';
import { waysOf } from '../parts/lines.ts';
import { useMovement } from '../parts/movement.ts';
import { isPicked } from '../parts/picking.ts';
import { PieceFrame } from '../parts/piece-frame.tsx';
import { Banner } from '../parts/sheet.tsx';
import { nameOf } from '../parts/sight.ts';
import { Traces } from '../parts/traces.tsx';
import { Afloat, Tiles } from './afloat.tsx';
import { boundsOf, boxOf, middleOf, TOUCHED_PX, zoomFor } from './bounds.ts';
import { ChartWindow, cellOf, centreOn, STEP, zoomBy } from './chart-window.tsx';
import en from './lang/guide.en.json' with { type: 'json' };
import fr from './lang/guide.fr.json' with { type: 'json' };
import { layAt, Marks, pickedRotation, tileInHand } from './marks.tsx';
import type { Cell } from './moves.ts';
import { Own } from './own.tsx';
import { movesShown, placementsIn, turnedOn } from './picking.ts';
import type { Cabo } from './pieces.ts';
import { usePilot } from './route.ts';
import { Rulers } from './rulers.tsx';
import { Sea } from './sea.tsx';
import { Seat } from './seat.tsx';
import { type Sight, say, useSight } from './sight.ts';
import { Strip } from './strip.tsx';
import { tellPick } from './tell-pick.ts';
import { keysTold, Tools } from './tools.tsx';
import { tracesOf } from './trace.ts';
import { weighing } from './weighing.ts';

function Board(props: BoardProps<Cabo>) {
  const sight = useSight(props);
  const { value: scene } = props.scene;
  const { view, ground, atlas, commands, picks, held, kind } = sight;
  const place = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLElement>(null);
  const zoom = useSignal(1);
  const wanted = useSignal<number | null>(null);
  // A tile that is only previewed lies on the margin: the sea must not move under the pointer.
  const bounds = boundsOf(ground.board);
  const key = Object.values(bounds).join();
  const ways = useMemo(
    () => waysOf(scene, (events) => tracesOf(events, [...sight.earlier.ships, ...sight.earlier.sailors])),
    [scene],
  );
  const pilot = usePilot(sight);
  const placements = placementsIn(commands);
  const moves = placements.length > 0 ? [] : movesShown(atlas, ground, commands, picks, held);
  const rotation = pickedRotation(sight) ?? wanted.value ?? 0;
  const rotate = (quarters: number) => {
    const chosen = placements.find(({ type, x, y }) => isPicked(sight, { type, fields: { x, y } }));
    let way = rotation;
    for (let n = 0; n < ((quarters % 4) + 4) % 4; n++)
      way = chosen === undefined ? (way + 1) % 4 : turnedOn(chosen.rotations, way);
    wanted.value = way;
    if (chosen !== undefined && way !== rotation) layAt(sight, chosen, way);
  };
  /** How large cells are, in pixels: nothing changes it but the player, and what would be out of view. */
  const size = useRef(TOUCHED_PX);
  const set = useRef(1);
  const centre = () => {
    const { current: outer } = frame;
    const unit = outer === null ? 0 : cellOf(outer) / zoom.peek();
    if (outer === null || unit === 0) return;
    const cells = focusOf(sight, moves);
    if (zoom.peek() !== set.current) size.current = zoom.peek() * unit;
    // Marks lie close to each other. Only after a pick: nothing becomes larger by itself.
    if (moves.length > 0 && props.choice?.isEmpty.peek() === false)
      size.current = Math.max(size.current, TOUCHED_PX);
    set.current = zoomFor(
      cells,
      unit,
      { width: outer.clientWidth, height: outer.clientHeight },
      size.current,
    );
    size.current = set.current * unit;
    zoom.value = set.current;
    // At once, so that nothing is seen to move twice.
    outer.querySelector<HTMLElement>('.cab-room')?.style.setProperty('--zoom', String(set.current));
    centreOn(outer, middleOf(bounds, boxOf(cells)));
  };
  const magnify = (by: number) => {
    const { current: outer } = frame;
    if (outer !== null) zoomBy(outer, zoom, by);
  };
  const fit = () => {
    zoom.value = 1;
    centre();
  };
  useLayoutEffect(centre, [kind, held, key, placements.length > 0]);
  // What moves is measured where the sea has come to lie.
  useMovement(place, scene, ways);
  const again = useRef(centre);
  again.current = centre;
  useEffect(() => {
    const watcher = new ResizeObserver(() => again.current());
    if (frame.current !== null) watcher.observe(frame.current);
    return () => watcher.disconnect();
  }, []);
  const inHand = tileInHand(sight)?.id;
  useEffect(() => {
    wanted.value = null;
  }, [inHand]);
  useBoardKeys(keysTold());
  const sea = useMemo(
    () => (
      <>
        <Sea atlas={atlas} board={view.board} bounds={bounds} nameOf={(id) => nameOf(sight, id)} />
        <Rulers sight={sight} bounds={bounds} />
      </>
    ),
    [atlas, view.board, key, props.teller],
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !shortcuts.peek()) return;
    const act = KEYS[event.key]?.({ magnify, fit, centre, rotate });
    if (act === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  return (
    <div class="cab" data-time={scene.time} {...{ onKeyDown }}>
      <PieceFrame>
        <div class="cab-board">
          <Strip sight={sight} rotation={rotation} />
          <ChartWindow label={say('sea')} bounds={bounds} zoom={zoom} frame={frame} onTwist={rotate}>
            <div class="cab-sheet" ref={place}>
              {sea}
              <Tiles sight={sight} bounds={bounds} />
              <Afloat sight={sight} bounds={bounds} />
              <Marks
                sight={sight}
                bounds={bounds}
                moves={moves}
                rotation={rotation}
                isTurned={wanted.value !== null}
                pilot={pilot}
              />
              <Traces board={place} lines={ways.lines} position={`${scene.version} ${key} ${zoom.value}`} />
            </div>
          </ChartWindow>
          <Banner sight={sight} text={say('foreseen')} />
          <Tools
            mayRotate={new Set(placements.flatMap(({ rotations }) => rotations)).size > 1}
            onZoom={magnify}
            onFit={fit}
            onCentre={centre}
            onRotate={() => rotate(1)}
          />
        </div>
      </PieceFrame>
    </div>
  );
}

interface Acts {
  readonly magnify: (by: number) => void;
  readonly fit: () => void;
  readonly centre: () => void;
  readonly rotate: (quarters: number) => void;
}

const KEYS: Readonly<Record<string, (acts: Acts) => () => void>> = {
  '+':
    ({ magnify }) =>
    () =>
      magnify(STEP),
  '=':
    ({ magnify }) =>
    () =>
      magnify(STEP),
  '-':
    ({ magnify }) =>
    () =>
      magnify(1 / STEP),
  '0': ({ fit }) => fit,
  Home: ({ centre }) => centre,
  r:
    ({ rotate }) =>
    () =>
      rotate(1),
  R:
    ({ rotate }) =>
    () =>
      rotate(-1),
};

/** What must be in view: where a tile may be laid, else the selected ship and its moves, else the fleet, or all. */
function focusOf({ ground, held, props, commands }: Sight, moves: readonly Cell[]): readonly Cell[] {
  const placements = placementsIn(commands);
  if (placements.length > 0) return placements;
  const ship = ground.ships.find(({ id }) => id === held);
  if (ship !== undefined) return [ship, ...moves];
  const mine = ground.ships.filter(({ seat }) => seat === props.seat);
  return mine.length > 0 ? mine : ground.board;
}

export const board: BoardModule<Cabo> = {
  Board,
  Own,
  Seat,
  points: ({ result }, seat) => result?.scores[seat]?.total ?? null,
  guide: { en: { decisions: en }, fr: { decisions: fr } },
  tellPick,
  verbs: { 'draw-tile': () => say('drawTile'), 'end-turn': () => say('endTurn') },
  weighing,
};
