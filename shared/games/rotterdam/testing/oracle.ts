// Who may see what (section 3 of the rules), stated without using the game's own views.
import { reveal } from '../../../kernel/reveal.ts';
import { conceal } from '../../../kernel/secrecy.ts';
import { oracleOf, type SecretsMatrix } from '../../../testing/oracle.ts';
import { type Rotterdam, rotterdam } from '../index.ts';

interface Printed {
  readonly positions: readonly { readonly id: string; readonly kind: string }[];
  readonly channels: readonly { readonly from: string; readonly to: string }[];
  readonly harbours: readonly { readonly id: string; readonly products: readonly string[] }[];
  readonly products: readonly { readonly id: string; readonly ids: readonly string[] }[];
  readonly missions: readonly { readonly id: string; readonly products: readonly string[] }[];
}

/** Products under names that occur nowhere else: so a leaked hand, offer or deal is recognised by its kinds. */
function withCanaries(printed: Printed): Printed {
  const canary = (product: string) => `canary-${product}`;
  return {
    ...printed,
    harbours: printed.harbours.map((one) => ({ ...one, products: one.products.map(canary) })),
    products: printed.products.map((one) => ({ ...one, id: canary(one.id) })),
    missions: printed.missions.map((one) => ({ ...one, products: one.products.map(canary) })),
  };
}

/** From the second position on the way ends in a harbour. */
function withShortWays(printed: Printed): Printed {
  const starts = printed.positions.filter(({ kind }) => kind === 'start').map(({ id }) => id);
  let next = 0;
  const channels = printed.channels.map((channel) => {
    const to = printed.harbours[next++ % printed.harbours.length]?.id ?? channel.to;
    return starts.includes(channel.from) ? channel : { ...channel, to };
  });
  return { ...printed, channels };
}

const edition = withCanaries(rotterdam.builtIn as Printed);
const kinds = edition.products.map(({ id }) => id);
const wantedBy = new Map(edition.missions.map(({ id, products }) => [id, products]));

/** Single product cards have no name on the wire at all (ROT-12.4). */
const nameless = edition.products.flatMap(({ ids }) => ids);

const secrets: SecretsMatrix<Rotterdam> = {
  family: rotterdam,
  edition,
  options: () => [
    { maxRounds: 10 },
    { maxRounds: 10, openProducts: true, safeHarbour: true, targetMissionPoints: 6 },
  ],
  fallbackTells: false,
  // Legal commands name every product that can be asked for, and every product that a joker can replace.
  wishes: new RegExp(`(?:want|as)(?:[^\\w-]+(?:${kinds.join('|')}))+`, 'g'),
  pieces: ({ missions, cards }) => [
    ...kinds,
    ...missions.map(({ id }) => id),
    ...cards.map(({ id }) => id),
    ...nameless,
  ],
  *visibleIds({ shown, hidden }, viewer) {
    yield* shown.navigationDiscard;
    for (const { seat, laid, fulfilled, revealed } of shown.players) {
      yield* laid;
      yield* fulfilled;
      yield* Object.keys(revealed);
      // All hands are revealed at the end.
      if (seat !== viewer && shown.result === null) continue;
      for (const hands of [hidden.missions, hidden.navigation, hidden.products])
        yield* reveal(hands[seat] ?? conceal([]));
    }
    for (const { id, from, to, give, want } of shown.offers) {
      yield* Object.keys({ ...give, ...want });
      const deal = hidden.deals[id];
      if (deal === undefined || (to !== viewer && from !== viewer)) continue;
      yield* Object.keys({ ...reveal(deal).give, ...reveal(deal).want });
    }
    if (shown.options.openProducts)
      for (const deck of Object.values(hidden.productDecks)) yield* reveal(deck).slice(-1);
  },
  *shownBy({ shown, hidden }, { command }, after) {
    if (shown.options.openProducts) {
      for (const [harbour, deck] of Object.entries(hidden.productDecks))
        yield* turnedUp(reveal(deck), reveal(after.hidden.productDecks[harbour] ?? deck));
    }
    // A card played may be reshuffled within the same command.
    if ('card' in command) yield command.card;
    if (command.type !== 'fulfil-mission') return;
    yield command.mission;
    yield* wantedBy.get(command.mission) ?? [];
    for (const { card } of command.jokers) yield card;
  },
};

export const oracle = oracleOf(secrets);

/** The same with ships that deliver products soon, so that random players get to trade. */
export const traders = oracleOf({
  ...secrets,
  edition: withShortWays(edition),
  options: () => [{ maxRounds: 20, targetMissionPoints: 30 }],
});

/** What was on top of a deck in between: everything taken from it or put under it (ROT-11.3, 11.4). */
function turnedUp(before: readonly string[], after: readonly string[]): readonly string[] {
  for (let left = before.length; left > 0; left--) {
    const untouched = before.slice(0, left);
    if (untouched.join() === after.slice(-left).join()) return before.slice(left - 1);
  }
  return before;
}
