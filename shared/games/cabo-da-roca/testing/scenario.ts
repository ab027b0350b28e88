// Positions for tests, written as players would describe them at the table.
import { builtInComponents } from '../../../kernel/built-in.ts';
import { createDealer } from '../../../kernel/dealer.ts';
import { ask } from '../../../kernel/decisions.ts';
import type { Seat } from '../../../kernel/seat.ts';
import { conceal, type Frozen } from '../../../kernel/secrecy.ts';
import { toolsFor } from '../../../testing/scenario.ts';
import { shipOf } from '../board.ts';
import type { Laid } from '../components.ts';
import { derive } from '../derive.ts';
import { caboDaRoca } from '../index.ts';
import { Memo } from '../memo.ts';
import { optionsSchema } from '../options.ts';
import { launched, shipsOf } from '../pieces.ts';
import { layOut } from '../setup.ts';
import { type Draft, playerAt, type Ship, type Shown } from '../state.ts';

export const components = builtInComponents(caboDaRoca);
export const game = caboDaRoca.withEdition(components);
const { possible, ...tools } = toolsFor(game);
export const { begun, accepted, playedThrough, refusal, legalOf, fallbackOf } = tools;

export const SEED = '00000000000000000000000000000001';
export const CROSS = 'sea-01@0,0,0 sea-02@0,-1,0 sea-03@1,0,0 sea-04@0,1,0 sea-05@-1,0,0';

/** The test board M1 of the worked examples: tile@x,y,rotation, in laying order. */
export const M1 =
  `${CROSS} port-lisboa@0,-2,0 coast-1@1,-2,0 quarter-01@-1,-2,1 quarter-02@2,-2,0 sea-06@-1,-1,0 ` +
  'fish-2-1@1,-1,0 sea-07@2,-1,0 shark-1@-2,0,0 sea-08@2,0,0 lighthouse-1@3,0,0 storm-1@-1,1,0 ' +
  'shoal-1@1,1,0 wreck-1@2,1,0 port-porto@0,2,2 quarter-03@1,2,3 quarter-04@-1,2,2 island-1@-2,-1,0 ' +
  'rock-1@-2,1,0 sea-09@3,1,0 sea-10@4,1,0 sea-11@5,1,0 port-faro@6,1,1';

export function layout(text: string): Laid[] {
  return text.split(/\s+/).map((word) => {
    const [tileId = '', place = ''] = word.split('@');
    const [x = 0, y = 0, rotation = 0] = place.split(',').map(Number);
    return { tileId, x, y, rotation };
  });
}

export interface ShipAt extends Partial<Omit<Ship, 'id' | 'x' | 'y' | 'hasCargo' | 'cargo'>> {
  readonly at: readonly [x: number, y: number];
  readonly cargo?: string;
}

/** Pieces that are not listed are where they would be after an uneventful game. */
export interface Scenario {
  readonly seats?: number;
  readonly board?: string;
  readonly homes?: readonly string[];
  readonly round?: number;
  readonly phase?: 'actions' | 'lay-tile' | 'lay-port' | 'lay-choice';
  /** With `lay-tile`. */
  readonly drawn?: string;
  readonly turnSeat?: Seat;
  readonly firstSeat?: Seat;
  readonly coins?: readonly number[];
  readonly used?: number;
  readonly finalPhase?: boolean;
  /** Without the prefix `ship-`: `red-trade-1`. */
  readonly ships?: Readonly<Record<string, ShipAt>>;
  /** Without the prefix `sailor-`; the founding sailors are in their home ports unless moved here. */
  readonly sailors?: Readonly<Record<string, readonly [x: number, y: number] | null>>;
  /** The cards on top of the deck, the first to be drawn first. */
  readonly deck?: readonly string[];
  /** Cards that are on the discard pile and not in the deck. */
  readonly discard?: readonly string[];
  readonly treasures?: { readonly island?: string; readonly wreck?: string };
  /** Leaves only these tiles in the stack, the first to be drawn first; the rest has left the game. */
  readonly stack?: readonly string[];
  readonly options?: Partial<Shown['options']>;
  /** Whatever else is needed. */
  readonly change?: (draft: Draft) => void;
}

const HOMES = ['port-lisboa', 'port-porto', 'port-lagos', 'port-viana'];

export function scenario(named: Scenario = {}): Draft {
  const { seats = 2, firstSeat = 0, turnSeat = 0, phase = 'actions', round = 5 } = named;
  const options = { ...optionsSchema(components).parse({ firstSeat }), ...named.options };
  const draft: Draft = {
    version: 0,
    open: [],
    rng: conceal(createDealer(SEED)),
    ...layOut(components, options, seats, createDealer(SEED)),
  };
  const { shown } = draft;
  shown.board = layout(named.board ?? M1);
  shown.turnSeat = turnSeat;
  shown.round = round;
  shown.drawnTile = named.drawn ?? null;
  shown.finalPhase = named.finalPhase ?? false;
  for (let seat = 0; seat < seats; seat++) seatPlayer(draft, named, seat);
  placeShips(draft, named);
  const fleet = shipsOf(draft, turnSeat).length;
  shown.actionsAllowed = fleet >= components.constants.manyShips ? 3 : 2;
  shown.actionsUsed = named.used ?? 0;
  stackAndDeck(draft, named);
  named.change?.(draft);
  ask(draft, turnSeat, phase, phase === 'actions' ? `turn-${round}-${turnSeat}` : undefined);
  derive({ components, draft, state: draft, memo: new Memo(components, draft.shown.board), news: [] });
  return possible(draft);
}

function seatPlayer(draft: Draft, named: Scenario, seat: Seat): void {
  const { shown } = draft;
  const owner = playerAt(draft, seat);
  owner.coins = named.coins?.[seat] ?? 150;
  const home = named.homes?.[seat] ?? HOMES[seat] ?? null;
  owner.homePort = home;
  const laid = shown.board.find(({ tileId }) => tileId === home);
  owner.homeLaid = laid !== undefined;
  const founder = `${owner.colour}-1`;
  const spots: Record<string, readonly [number, number] | null> = { ...named.sailors };
  if (laid !== undefined && !(founder in spots)) spots[founder] = [laid.x, laid.y];
  for (const [name, spot] of Object.entries(spots)) {
    if (spot === null || !name.startsWith(`${owner.colour}-`)) continue;
    shown.sailors.push({ id: `sailor-${name}`, seat, x: spot[0], y: spot[1], moved: false });
  }
}

/** A ship in a port has been docked there since the turn started, unless specified otherwise. */
function placeShips({ shown, hidden }: Draft, named: Scenario): void {
  const { hiddenCargo } = shown.options;
  for (const [name, { at, cargo = null, ...rest }] of Object.entries(named.ships ?? {})) {
    const id = `ship-${name}`;
    const piece = components.pieces.get(id);
    if (piece === undefined || piece.kind === 'sailor') throw new Error(`no ship ${id}`);
    const laid = shown.board.find((tile) => tile.x === at[0] && tile.y === at[1]);
    const docked = laid?.tileId.startsWith('port-') ?? false;
    if (hiddenCargo && cargo !== null) hidden.cargoes[id] = conceal(cargo);
    const [x, y] = at;
    const ship = launched(
      { id, seat: piece.seat, kind: piece.kind },
      { x, y, rotation: laid?.rotation ?? 0 },
    );
    shown.ships.push({
      ...ship,
      heading: docked ? ship.heading : 0,
      docked,
      hasCargo: cargo !== null,
      cargo: hiddenCargo ? null : cargo,
      origin: cargo === null ? null : (rest.origin ?? 'port-lisboa'),
      dockedAtTurnStart: docked,
      ...rest,
    });
  }
}

function stackAndDeck({ shown, hidden }: Draft, named: Scenario): void {
  const out = new Set([
    ...shown.board.map(({ tileId }) => tileId),
    ...shown.seats.map(({ homePort }) => homePort),
    shown.drawnTile,
  ]);
  const tiles = components.tiles.map(({ id }) => id).filter((id) => !out.has(id));
  const stack = named.stack ?? tiles;
  hidden.stack = conceal(stack.toReversed());
  shown.removedTiles = tiles.filter((id) => !stack.includes(id));
  shown.discard = [...(named.discard ?? [])];
  shown.treasureCards = { island: named.treasures?.island ?? null, wreck: named.treasures?.wreck ?? null };
  const gone = new Set([
    ...shown.discard,
    shown.treasureCards.island,
    shown.treasureCards.wreck,
    ...Object.values(named.ships ?? {}).map(({ cargo }) => cargo ?? null),
  ]);
  const top = [...(named.deck ?? [])];
  const rest = [...components.tradeCards, ...components.treasureCards]
    .map(({ id }) => id)
    .filter((id) => !gone.has(id) && !top.includes(id));
  hidden.deck = conceal([...rest, ...top.reverse()]);
}

/** A ship by its name without the prefix. */
export function shipIn(state: Draft, name: string): Frozen<Ship> {
  return shipOf(state, `ship-${name}`);
}

export function coinsIn({ shown }: Draft): number[] {
  return shown.seats.map(({ coins }) => coins);
}
