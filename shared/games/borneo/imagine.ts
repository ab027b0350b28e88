// A hidden half that one seat cannot distinguish from the real one: the facts it knows, the rest random.

import type { SightOf } from '../../kernel/play.ts';
import { shuffled } from '../../kernel/rng.ts';
import { conceal } from '../../kernel/secrecy.ts';
import { selectionFor } from './components.ts';
import type { Secret, Types } from './state.ts';

export function imagine(sight: SightOf<Types>): Secret {
  const { components, all, own, seat: viewer, luck } = sight;
  const selection = selectionFor(components, all.players.length);
  const seen = seenCards(sight);
  const unseen = (ids: Iterable<string>) =>
    shuffled(
      luck,
      [...ids].filter((id) => !seen.has(id)),
    );
  const shipments = unseen(components.shipmentOf.keys());
  const harbours = unseen(selection.harbours);
  const tiles = unseen(selection.missions);
  return {
    hands: all.players.map(({ seat, handCount }) =>
      conceal(seat === viewer ? own.hand.slice() : shipments.splice(0, handCount)),
    ),
    missions: all.players.map(({ seat, missionCount }) => {
      // At the end all tiles are revealed.
      const laidOpen = all.scores?.find((score) => score.seat === seat)?.missions;
      const missions = seat === viewer ? own.missions : (laidOpen ?? tiles.splice(0, missionCount));
      return conceal(missions.slice());
    }),
    deck: conceal(shipments),
    harbourPile: conceal(harbours),
  };
}

/** All pieces whose location the seat knows. */
function seenCards({ all, own }: SightOf<Types>): Set<string> {
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
