// Borneo's secrets matrix (section 3 of its rules).
import { borneo } from '../../../shared/games/borneo/index.ts';
import { reveal } from '../../../shared/kernel/reveal.ts';
import { oracleOf } from './secrets.ts';

export const borneoSecrets = oracleOf({
  family: borneo,
  edition: borneo.builtIn,
  options: (seats) => [
    { blackbeard: true },
    seats === 3 ? { fourMerchants: true } : { distinctSetupCompanies: true },
  ],
  fallbackTells: true,
  pieces: ({ cards, missions }) => [...cards.keys(), ...missions.keys()],
  *visibleIds(state, viewer) {
    yield* state.discard;
    yield* state.removedHarbours;
    yield* state.availableMissions;
    for (const { harbourId, pile } of state.slots) {
      if (harbourId !== null) yield harbourId;
      yield* pile;
    }
    if (state.fight !== null) {
      yield* state.fight.attackCards;
      yield* state.fight.defenceCards;
    }
    if (state.distribution !== null) {
      yield state.distribution.harbourId;
      yield* state.distribution.remaining;
    }
    const isOver = state.open.length === 0;
    for (const [seat, { hand, warehouse, missions }] of state.players.entries()) {
      yield* warehouse;
      if (seat === viewer) yield* reveal(hand);
      // The tiles lie face down until the end, although everybody saw which one was taken.
      if (seat === viewer || isOver) yield* reveal(missions);
    }
  },
  // Played cards may be discarded and reshuffled within the same command.
  *shownBy(_before, { command }) {
    if (command.type === 'play-shipment') yield command.card;
    if ('cards' in command) yield* command.cards;
    if (command.type === 'complete-mission') yield command.mission;
  },
});
