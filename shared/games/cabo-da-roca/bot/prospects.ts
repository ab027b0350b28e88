// What each seat can expect at the end: its coins, what its ships carry and will still earn, and the bonuses.
import { conceal, type Frozen } from '../../../kernel/secrecy.ts';
import { controllerOf, laidTile } from '../board.ts';
import { distance } from '../geometry.ts';
import { unshuffled } from '../imagine.ts';
import { Memo } from '../memo.ts';
import type { Panorama, Reading, State } from '../play.ts';
import { finalOf } from '../score.ts';
import type { Ship } from '../state.ts';

/** What a ship earns in a turn, by kind. */
const EARNINGS = { trade: 11, fishing: 8, pirate: 4 } as const;
/** What a cargo loses with each cell on the way. */
const PER_CELL = 0.94;
/** What a ship without cargo will load, on average. */
const NEXT_CARGO = 40;
/** How certain a bonus is before the final phase. */
const LIKELY = 0.6;

export function prospects(panorama: Panorama): number[] {
  const reading = readingOf(panorama);
  const { all } = panorama;
  const turnsLeft = all.finalPhase ? 0 : all.stackCount / all.seats.length;
  const certainty = all.finalPhase ? 1 : LIKELY;
  const now = finalOf(reading, 'treasures').scores;
  return all.seats.map(({ coins, eliminated }, seat) => {
    if (eliminated > 0) return 0;
    let points = coins + certainty * ((now[seat]?.total ?? coins) - coins);
    for (const ship of all.ships) {
      if (ship.seat !== seat) continue;
      points += EARNINGS[ship.kind] * turnsLeft + cargoWorth(panorama, reading, ship, turnsLeft);
    }
    return points;
  });
}

/** Scores and distances are public: what is dealt face down here does not matter. */
function readingOf({ components, all, ownOf }: Panorama): Reading {
  const { version, decisions: open, ...shown } = all;
  const luck = { seed: '0'.repeat(32), drawn: 0 };
  const hidden = unshuffled({ components, all, own: ownOf(all.turnSeat), seat: all.turnSeat, luck });
  const state: State = { version, open, rng: conceal(luck), shown, hidden };
  return { components, state, memo: new Memo(components, state) };
}

function cargoWorth(
  { components, ownOf }: Panorama,
  { state }: Reading,
  ship: Frozen<Ship>,
  turnsLeft: number,
): number {
  if (!ship.hasCargo) return turnsLeft > 1 && ship.kind !== 'pirate' ? NEXT_CARGO : 0;
  const card = ship.cargo ?? ownOf(ship.seat).cargoes.find(({ shipId }) => shipId === ship.id)?.cardId;
  const trade = components.tradeCardOf.get(card ?? '');
  const from = laidTile(state, ship.origin ?? '');
  if (trade === undefined || from === undefined) return 0;
  let best = 0;
  for (const tileId of trade.buyers) {
    const port = laidTile(state, tileId);
    if (port === undefined || tileId === ship.origin) continue;
    const owner = controllerOf(state, port);
    if (owner === ship.seat) continue;
    const price = trade.prices[components.zoneOf(distance(from.x, from.y, port.x, port.y)) - 1] ?? 0;
    const due = owner === null ? 0 : components.constants.portDue;
    best = Math.max(best, (price - due) * PER_CELL ** distance(ship.x, ship.y, port.x, port.y));
  }
  return best;
}
