// A state that one seat cannot tell from the real one: what it knows, and the rest dealt at random.
import { createRng, shuffle } from '../../kernel/rng.ts';
import type { Seat } from '../../kernel/seat.ts';
import { conceal } from '../../kernel/secrecy.ts';
import { type Components, selectionFor } from './components.ts';
import type { PublicView } from './public-view.ts';
import type { SeatView } from './seat-view.ts';
import { cloneDistribution, cloneFight, cloneScores, type Player, type State } from './state.ts';

export function imagine(
  components: Components,
  all: PublicView,
  own: SeatView,
  seat: Seat,
  seed: string,
): State {
  const rng = createRng(seed);
  const selection = selectionFor(components, all.players.length);
  const seen = seenCards(all, own);
  const hidden = (ids: Iterable<string>) => {
    const rest = [...ids].filter((id) => !seen.has(id));
    shuffle(rng, rest);
    return rest;
  };
  const shipments = hidden(components.shipments.keys());
  const harbours = hidden(selection.harbours);
  const tiles = hidden(selection.missions);

  const players = all.players.map((player): Player => {
    const isOwn = player.seat === seat;
    // At the end all tiles are shown.
    const shown = all.scores?.find((score) => score.seat === player.seat)?.missions;
    const missions = isOwn ? own.missions : (shown ?? tiles.splice(0, player.missionCount));
    return {
      hand: conceal(isOwn ? own.hand.slice() : shipments.splice(0, player.handCount)),
      warehouse: player.warehouse.slice(),
      missions: conceal(missions.slice()),
      unplacedMerchants: player.unplacedMerchants,
    };
  });

  return {
    version: all.version,
    open: all.decisions.map(({ id, seat, kind }) => ({ id, seat, kind })),
    options: { ...all.options },
    rng: conceal(rng),
    firstSeat: all.firstSeat,
    activeSeat: all.activeSeat,
    turn: all.turn,
    deck: conceal(shipments),
    discard: all.discard.slice(),
    harbourPile: conceal(harbours),
    removedHarbours: all.removedHarbours.slice(),
    slots: all.slots.map(({ harbourId, pile }) => ({ harbourId, pile: pile.slice() })),
    companies: {
      red: all.companies.red.slice(),
      blue: all.companies.blue.slice(),
      yellow: all.companies.yellow.slice(),
      green: all.companies.green.slice(),
    },
    availableMissions: all.availableMissions.slice(),
    players,
    fight: all.fight && cloneFight(all.fight),
    distribution: all.distribution && cloneDistribution(all.distribution),
    pirateShip: all.pirateShip,
    endReason: all.endReason,
    scores: all.scores && cloneScores(all.scores),
  };
}

/** Every piece whose place the seat knows. */
function seenCards(all: PublicView, own: SeatView): Set<string> {
  const seen = new Set([...own.hand, ...own.missions, ...all.discard, ...all.removedHarbours]);
  const see = (ids: readonly string[]) => {
    for (const id of ids) seen.add(id);
  };
  see(all.availableMissions);
  for (const { warehouse } of all.players) see(warehouse);
  for (const { harbourId, pile } of all.slots) {
    if (harbourId !== null) seen.add(harbourId);
    see(pile);
  }
  if (all.fight !== null) {
    see(all.fight.attackCards);
    see(all.fight.defenceCards);
  }
  if (all.distribution !== null) see(all.distribution.remaining);
  for (const { missions } of all.scores ?? []) see(missions);
  return seen;
}
