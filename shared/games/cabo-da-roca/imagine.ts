// From what one seat may see back to a state that it cannot tell from the real one.
import { createRng, type Rng, shuffle } from '../../kernel/rng.ts';
import { conceal } from '../../kernel/secrecy.ts';
import type { Components } from './components.ts';
import { pileOf } from './play.ts';
import type { PublicView } from './public-view.ts';
import type { SeatView } from './seat-view.ts';
import type { Ship, State } from './state.ts';

/** Everything hidden is dealt at random from what is not in sight. */
export function imagine(parts: Components, all: PublicView, own: SeatView, seed: string): State {
  const rng = createRng(seed);
  const tiles = unseenTiles(parts, all);
  shuffle(rng, tiles);
  const cards = unseenCards(parts, all, own);
  shuffle(rng, cards);
  return stateFrom(parts, all, own, { tiles, cards, rng });
}

interface HiddenFacts {
  /** The stack, top last. */
  readonly tiles: string[];
  /** The cargoes of others are taken from these; the rest is the deck, top last. */
  readonly cards: string[];
  readonly rng: Rng;
}

/** For bots that look at no hidden fact: they lie in the order of the edition. */
export function stateOfView(parts: Components, all: PublicView, own: SeatView): State {
  const tiles = unseenTiles(parts, all);
  return stateFrom(parts, all, own, {
    tiles,
    cards: unseenCards(parts, all, own),
    rng: { seed: '0'.repeat(32), drawn: 0 },
  });
}

function unseenTiles(parts: Components, all: PublicView): string[] {
  const seen = new Set<string | null>([
    ...all.board.map(({ tileId }) => tileId),
    ...all.removedTiles,
    all.drawnTile,
    ...all.seats.map(({ homePort }) => homePort),
  ]);
  return parts.tiles.map(({ id }) => id).filter((id) => !seen.has(id));
}

function unseenCards(parts: Components, all: PublicView, own: SeatView): string[] {
  const seen = new Set<string | null>([
    ...all.discard,
    ...all.setAside,
    ...all.cardsTurned,
    all.treasureCards.island,
    all.treasureCards.wreck,
    ...all.ships.map(({ cargo }) => cargo),
    ...own.cargoes.map(({ cardId }) => cardId),
  ]);
  return [...parts.tradeCards, ...parts.treasureCards].map(({ id }) => id).filter((id) => !seen.has(id));
}

function stateFrom(parts: Components, all: PublicView, own: SeatView, facts: HiddenFacts): State {
  const ships = all.ships.map((ship) => shipFrom(parts, all, own, { ship, cards: facts.cards }));
  return {
    version: all.version,
    open: all.decisions.map((decision) => ({ ...decision })),
    options: { ...all.options },
    phase: all.phase,
    round: all.round,
    firstSeat: all.firstSeat,
    turnSeat: all.turnSeat,
    actionsAllowed: all.actionsAllowed,
    actionsUsed: all.actionsUsed,
    finalPhase: all.finalPhase,
    finalTurns: [...all.finalTurns],
    idleTurns: all.idleTurns,
    turnIdle: all.turnIdle,
    board: all.board.map((laid) => ({ ...laid })),
    drawnTile: all.drawnTile,
    stack: pileOf(facts.tiles),
    removedTiles: [...all.removedTiles],
    deck: pileOf(facts.cards),
    discard: [...all.discard],
    setAside: [...all.setAside],
    treasureCards: { ...all.treasureCards },
    cardsTurned: [...all.cardsTurned],
    players: all.seats.map(({ coins, homePort, homeLaid, eliminated, lost }) => ({
      coins,
      homePort,
      homeLaid,
      eliminated,
      lost: [...lost],
    })),
    ships,
    sailors: all.sailors.map((sailor) => ({ ...sailor })),
    truces: [...all.truces],
    berthAsked: [...all.berthAsked],
    berth: all.berth === null ? null : { ...all.berth },
    ransom: all.ransom === null ? null : { ...all.ransom },
    dues: all.dues.map((due) => ({ ...due })),
    result:
      all.result === null
        ? null
        : { ...all.result, ranking: [...all.result.ranking], scores: [...all.result.scores] },
    rng: conceal(facts.rng),
  };
}

type ShipView = PublicView['ships'][number];

function shipFrom(
  parts: Components,
  all: PublicView,
  own: SeatView,
  { ship, cards }: { ship: ShipView; cards: string[] },
): Ship {
  const { hasCargo, credited, ...rest } = ship;
  const isHidden = hasCargo && ship.cargo === null;
  const known = own.cargoes.find(({ shipId }) => shipId === ship.id)?.cardId;
  const secret = isHidden ? (known ?? takeCargo(parts, all, ship, cards)) : null;
  return { ...rest, credited: [...credited], secretCargo: secret === null ? null : conceal(secret) };
}

/** A card that may have been usable where it was loaded (CAB-13.3): somebody else on the board buys it. */
function takeCargo(parts: Components, all: PublicView, ship: ShipView, cards: string[]): string {
  const isBought = (id: string) => {
    const buyers = parts.tradeCard(id)?.buyers;
    return (
      buyers !== undefined && all.board.some(({ tileId }) => tileId !== ship.origin && buyers.has(tileId))
    );
  };
  const plausible = cards.findIndex(isBought);
  const index = plausible >= 0 ? plausible : cards.findIndex((id) => parts.tradeCard(id) !== undefined);
  const [card] = cards.splice(index, 1);
  if (card === undefined) throw new Error(`no card is left for ${ship.id}`);
  return card;
}
