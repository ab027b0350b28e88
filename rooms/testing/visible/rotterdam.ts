// Rotterdam's secrets matrix (section 3 of its rules).
import { rotterdam } from '../../../shared/games/rotterdam/index.ts';
import { reveal } from '../../../shared/kernel/reveal.ts';
import { oracleOf } from './secrets.ts';

interface ProductTable {
  readonly products: readonly { readonly ids: readonly string[] }[];
}

/** Single product cards have no name on the wire at all (ROT-12.4). */
const nameless = (rotterdam.builtIn as ProductTable).products.flatMap(({ ids }) => ids);

export const rotterdamSecrets = oracleOf({
  family: rotterdam,
  edition: rotterdam.builtIn,
  options: () => [
    { maxRounds: 10 },
    { maxRounds: 10, openProducts: true, safeHarbour: true, targetMissionPoints: 6 },
  ],
  fallbackTells: false,
  pieces: ({ missions, cards }) => [
    ...missions.map(({ id }) => id),
    ...cards.map(({ id }) => id),
    ...nameless,
  ],
  *visibleIds(state, viewer) {
    yield* state.navigationDiscard;
    for (const [seat, { missions, navigation, laid, fulfilled }] of state.players.entries()) {
      yield* laid;
      yield* fulfilled;
      if (seat !== viewer) continue;
      yield* reveal(missions);
      yield* reveal(navigation);
    }
    // All hands are laid open at the end.
    for (const { missions, navigation } of state.ending?.hands ?? []) {
      yield* missions;
      yield* navigation;
    }
  },
  // A card played may be reshuffled within the same command.
  *shownBy(_before, { command }) {
    if ('card' in command) yield command.card;
    if (command.type !== 'fulfil-mission') return;
    yield command.mission;
    for (const { card } of command.jokers) yield card;
  },
});
