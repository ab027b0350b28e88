// Who may see what (section 3 of the rules), stated without using the game's own views.
import { reveal } from '../../../kernel/reveal.ts';
import { conceal } from '../../../kernel/secrecy.ts';
import { oracleOf } from '../../../testing/oracle.ts';
import { borneo } from '../index.ts';

export const oracle = oracleOf({
  family: borneo,
  edition: borneo.builtIn,
  options: (seats) => [
    { blackbeard: true },
    seats === 3 ? { fourMerchants: true } : { distinctSetupCompanies: true },
  ],
  fallbackTells: true,
  pieces: ({ cardOf, missionOf }) => [...cardOf.keys(), ...missionOf.keys()],
  *visibleIds({ open, shown, hidden }, viewer) {
    yield* shown.discard;
    yield* shown.removedHarbours;
    yield* shown.availableMissions;
    for (const { harbourId, pile } of shown.slots) {
      if (harbourId !== null) yield harbourId;
      yield* pile;
    }
    if (shown.fight !== null) {
      yield* shown.fight.attackCards;
      yield* shown.fight.defenceCards;
    }
    if (shown.distribution !== null) {
      yield shown.distribution.harbourId;
      yield* shown.distribution.remaining;
    }
    for (const { warehouse } of shown.players) yield* warehouse;
    yield* reveal(hidden.hands[viewer ?? -1] ?? conceal([]));
    // The tiles stay face down until the end, although all players saw which one was taken.
    const isOver = open.length === 0;
    for (const [seat, missions] of hidden.missions.entries())
      if (seat === viewer || isOver) yield* reveal(missions);
  },
  // Played cards may be discarded and reshuffled within the same command.
  *shownBy(_before, { command }) {
    if (command.type === 'play-shipment') yield command.card;
    if ('cards' in command) yield* command.cards;
    if (command.type === 'complete-mission') yield command.mission;
  },
});
