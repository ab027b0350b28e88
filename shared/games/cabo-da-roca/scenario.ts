// Builders that make tests readable: the test board of the rules, and positions on it.
import type { KernelCode } from '../../kernel/codes.ts';
import { ask, type Decision } from '../../kernel/decisions.ts';
import { reveal } from '../../kernel/reveal.ts';
import { createRng } from '../../kernel/rng.ts';
import type { Seat } from '../../kernel/seat.ts';
import { conceal, type Frozen } from '../../kernel/secrecy.ts';
import type { Code } from './codes.ts';
import type { Command } from './commands.ts';
import type { Event } from './events.ts';
import type { Laid } from './geometry.ts';
import { caboDaRoca } from './index.ts';
import { pileOf } from './play.ts';
import type { Player, Ship, State } from './state.ts';

const edition = caboDaRoca.parseEdition(caboDaRoca.builtIn);
if (!edition.ok) throw new Error(edition.reasons.join('; '));
export const parts = edition.value;
export const game = caboDaRoca.withEdition(parts);

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

export interface ShipAt extends Partial<Omit<Ship, 'id' | 'secretCargo' | 'x' | 'y' | 'cargo'>> {
  readonly at: readonly [x: number, y: number];
  readonly cargo?: string;
}

export interface Position {
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
  /** Without the prefix `sailor-`; the founding sailors stand in their home ports unless moved here. */
  readonly sailors?: Readonly<Record<string, readonly [x: number, y: number] | null>>;
  /** The cards on top of the deck, the first to be drawn first. */
  readonly deck?: readonly string[];
  /** Cards that are in nobody's hand and not in the deck. */
  readonly discard?: readonly string[];
  readonly treasures?: { readonly island?: string; readonly wreck?: string };
  /** Leaves only these tiles in the stack, the first to be drawn first; the rest has left the game. */
  readonly stack?: readonly string[];
  readonly options?: Partial<State['options']>;
  /** Whatever else is needed. */
  readonly change?: (state: State) => void;
}

const HOMES = ['port-lisboa', 'port-porto', 'port-lagos', 'port-viana'];

/** A consistent state: everything not named is where it would be after an uneventful game. */
export function position(wanted: Position = {}): State {
  const seats = wanted.seats ?? 2;
  const options = game.parseOptions({ firstSeat: wanted.firstSeat ?? 0 }, seats);
  if (!options.ok) throw new Error(options.code);
  const { state } = game.setup(options.value, seats, SEED);
  Object.assign(state.options, wanted.options);
  state.rng = conceal(createRng(SEED));
  state.board = layout(wanted.board ?? M1);
  state.turnSeat = wanted.turnSeat ?? 0;
  state.round = wanted.round ?? 5;
  state.phase = wanted.phase ?? 'actions';
  state.drawnTile = wanted.drawn ?? null;
  state.finalPhase = wanted.finalPhase ?? false;
  for (const [seat, owner] of state.players.entries()) settle(state, wanted, { seat, owner });
  placeShips(state, wanted);
  const fleet = state.ships.filter((ship) => ship.seat === state.turnSeat).length;
  state.actionsAllowed = fleet >= parts.constants.manyShips ? 3 : 2;
  state.actionsUsed = wanted.used ?? 0;
  stackAndDeck(state, wanted);
  wanted.change?.(state);
  state.open = [];
  const shared = state.phase === 'actions' ? `turn-${state.round}-${state.turnSeat}` : undefined;
  ask(state, state.turnSeat, wanted.phase ?? 'actions', shared);
  const problems = violationsOf(state);
  if (problems.length > 0) throw new Error(`no such position: ${problems.join('; ')}`);
  return state;
}

function settle(state: State, wanted: Position, { seat, owner }: { seat: Seat; owner: Player }): void {
  owner.coins = wanted.coins?.[seat] ?? 150;
  const home = wanted.homes?.[seat] ?? HOMES[seat] ?? null;
  owner.homePort = home;
  const laid = state.board.find(({ tileId }) => tileId === home);
  owner.homeLaid = laid !== undefined;
  const colour = parts.colours[seat] ?? '';
  const founder = `${colour}-1`;
  const spots: Record<string, readonly [number, number] | null> = { ...wanted.sailors };
  if (laid !== undefined && !(founder in spots)) spots[founder] = [laid.x, laid.y];
  for (const [name, spot] of Object.entries(spots)) {
    if (spot === null || !name.startsWith(`${colour}-`)) continue;
    state.sailors.push({ id: `sailor-${name}`, seat, x: spot[0], y: spot[1], moved: false });
  }
}

/** A ship in a port is docked there since the turn started, unless said otherwise. */
function placeShips(state: State, wanted: Position): void {
  for (const [name, { at, cargo = null, ...rest }] of Object.entries(wanted.ships ?? {})) {
    const id = `ship-${name}`;
    const piece = parts.pieces.get(id);
    if (piece === undefined || piece.kind === 'sailor') throw new Error(`no ship ${id}`);
    const laid = state.board.find(({ x, y }) => x === at[0] && y === at[1]);
    const docked = laid?.tileId.startsWith('port-') ?? false;
    state.ships.push({
      id,
      seat: piece.seat,
      kind: piece.kind,
      x: at[0],
      y: at[1],
      heading: docked ? ((laid?.rotation ?? 0) * 2 + 2) % 8 : 0,
      docked,
      cargo: state.options.hiddenCargo ? null : cargo,
      secretCargo: state.options.hiddenCargo && cargo !== null ? conceal(cargo) : null,
      origin: cargo === null ? null : (rest.origin ?? 'port-lisboa'),
      bonusOld: 0,
      bonusNew: 0,
      credited: [],
      dockedAtTurnStart: docked,
      enteredPort: false,
      loadedThisTurn: false,
      cardRefused: false,
      justLeftPort: false,
      pirateMode: 'none',
      ...rest,
    });
  }
}

function stackAndDeck(state: State, wanted: Position): void {
  const out = new Set([
    ...state.board.map(({ tileId }) => tileId),
    ...state.players.map(({ homePort }) => homePort),
    state.drawnTile,
  ]);
  const tiles = parts.tiles.map(({ id }) => id).filter((id) => !out.has(id));
  const stack = wanted.stack ?? tiles;
  state.stack = pileOf(stack.toReversed());
  state.removedTiles = tiles.filter((id) => !stack.includes(id));
  state.discard = [...(wanted.discard ?? [])];
  state.treasureCards = { island: wanted.treasures?.island ?? null, wreck: wanted.treasures?.wreck ?? null };
  const gone = new Set([
    ...state.discard,
    state.treasureCards.island,
    state.treasureCards.wreck,
    ...Object.values(wanted.ships ?? {}).map(({ cargo }) => cargo ?? null),
  ]);
  const top = [...(wanted.deck ?? [])];
  const rest = [...parts.tradeCards, ...parts.treasureCards]
    .map(({ id }) => id)
    .filter((id) => !gone.has(id) && !top.includes(id));
  state.deck = pileOf([...rest, ...top.reverse()]);
}

export interface Played {
  readonly state: State;
  readonly events: readonly Event[];
}

/** Plays a command that must be accepted. Without a seat: whoever is asked. */
export function act(state: State, command: Command, seat?: Seat): Played {
  const from = seat ?? deciderOf(state);
  const outcome = game.apply(state as Frozen<State>, from, command);
  if (!outcome.ok) throw new Error(`${JSON.stringify(command)}: ${outcome.code}`);
  return { state: outcome.state, events: outcome.news.map(({ all }) => all) };
}

/** Plays several commands, each by whoever is asked. */
export function actAll(state: State, ...commands: Command[]): Played {
  const events: Event[] = [];
  let now = state;
  for (const command of commands) {
    const played = act(now, command);
    now = played.state;
    events.push(...played.events);
  }
  return { state: now, events };
}

/** The code and the rule of a refusal; `accepted` if there is none. */
export function refusal(state: State, command: Command, seat?: Seat): string {
  const outcome = game.apply(state as Frozen<State>, seat ?? deciderOf(state), command);
  const code: Code | KernelCode | 'accepted' = outcome.ok ? 'accepted' : outcome.code;
  return outcome.ok || outcome.rule === null ? code : `${code} ${outcome.rule}`;
}

export function deciderOf(state: State): Seat {
  return decisionOf(state)?.seat ?? 0;
}

export function decisionOf(state: State): Decision | undefined {
  return state.open[0];
}

export function legalOf(state: State, seat?: Seat): Command[] {
  return [...game.legal(state as Frozen<State>, seat ?? deciderOf(state))];
}

export function fallbackOf(state: State): Command {
  return game.fallback(state as Frozen<State>, deciderOf(state));
}

export function shipIn(state: State, name: string): Ship {
  const ship = state.ships.find(({ id }) => id === `ship-${name}`);
  if (ship === undefined) throw new Error(`${name} is not on the board`);
  return ship;
}

export function coinsIn(state: State): number[] {
  return state.players.map(({ coins }) => coins);
}

export function stackOf(state: State): string[] {
  return reveal(state.stack.ids);
}

export function deckOf(state: State): string[] {
  return reveal(state.deck.ids);
}

export function violationsOf(state: State): readonly string[] {
  return game.violations(state as Frozen<State>);
}
