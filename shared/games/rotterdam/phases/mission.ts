// ROT-8: phase 6, products and jokers are paid for a mission.
import { z } from 'zod';
import { reject } from '../../../kernel/codes.ts';
import { hasRepetition, pieceOf, takeOut } from '../../../kernel/pieces.ts';
import { tellApart } from '../../../kernel/play.ts';
import { reveal } from '../../../kernel/reveal.ts';
import type { CardId, Mission, ProductId } from '../components.ts';
import { addToHand, covers, tallyOf } from '../hands.ts';
import { commandRule, missionsOf, navigationOf, playerAt, productsOf, question } from '../state.ts';
import { keepTurn, namedId } from '../wire.ts';
import { returnProducts } from './decks.ts';
import { afterMainAction, keepsTurn, refusePhase } from './turn.ts';

export const mission = question({
  weight: 'main',
  allotted: true,
  fallback: () => ({ type: 'end-turn' }),
});

export const fulfilMission = commandRule({
  type: 'fulfil-mission',
  payload: z.strictObject({
    mission: namedId,
    jokers: z.array(z.strictObject({ card: namedId, as: namedId })).max(3),
    keepTurn,
  }),
  answers: ['mission', 'turn-end'],

  /** ROT-8.3: every mission with every use of jokers, including unnecessary ones. */
  *legal({ components, state }, seat) {
    if (state.shown.step !== 'main') return;
    const cards = navigationOf(state, seat);
    const products = productsOf(state, seat);
    const held = cards.filter((card) => pieceOf(components.cardOf, card).kind === 'joker');
    for (const id of missionsOf(state, seat)) {
      const mission = components.missionOf.get(id);
      if (mission === undefined) continue;
      for (const jokers of jokerUses(mission.products, held)) {
        if (!covers(products, tallyOf(dueProducts(mission, jokers)))) continue;
        yield { type: 'fulfil-mission', mission: id, jokers, keepTurn: false };
        if (cards.length > jokers.length)
          yield { type: 'fulfil-mission', mission: id, jokers, keepTurn: true };
      }
    }
  },

  refuse(reading, seat, { mission: id, jokers }) {
    const { components, state } = reading;
    const refusal = refusePhase(reading, 'missions');
    if (refusal !== undefined) return refusal;
    if (state.shown.step === 'after') return reject('already-fulfilled', 'ROT-8.1');
    const mission = components.missionOf.get(id);
    if (mission === undefined || !missionsOf(state, seat).includes(id))
      return reject('mission-not-in-hand', 'ROT-8.1');
    const hand = navigationOf(state, seat);
    const cards = jokers.map(({ card }) => card);
    if (cards.some((card) => !hand.includes(card))) return reject('card-not-in-hand', 'ROT-8.2');
    if (hasRepetition(cards)) return reject('duplicate-card', 'ROT-8.3');
    if (cards.some((card) => pieceOf(components.cardOf, card).kind !== 'joker'))
      return reject('wrong-card-kind', 'ROT-8.2');
    const stands = jokers.map((joker) => joker.as);
    if (stands.some((product) => !mission.products.includes(product)) || hasRepetition(stands))
      return reject('joker-mismatch', 'ROT-8.3');
    if (!covers(productsOf(state, seat), tallyOf(dueProducts(mission, jokers))))
      return reject('missing-products', 'ROT-8.2');
    return undefined;
  },

  carryOut(play, seat, { mission: id, jokers, keepTurn }) {
    const { components, draft } = play;
    const mission = pieceOf(components.missionOf, id);
    const player = playerAt(draft, seat);
    const paid = dueProducts(mission, jokers);
    takeOut(productsOf(draft, seat), paid);
    const played = jokers.map(({ card }) => card);
    takeOut(navigationOf(draft, seat), played);
    draft.shown.navigationDiscard.push(...played);
    const hand = missionsOf(draft, seat);
    takeOut(hand, [id]);
    player.fulfilled.push(id);
    player.missionPoints += mission.value; // ROT-8.4
    const drawn = reveal(draft.hidden.missionDeck).pop() ?? null; // ROT-8.6
    if (drawn !== null) addToHand(hand, drawn, components.missionRank);
    const all = {
      type: 'mission-fulfilled',
      seat,
      mission: id,
      products: paid,
      jokers: jokers.map((joker) => ({ ...joker })),
      value: mission.value,
      missionPoints: player.missionPoints,
    } as const;
    tellApart(play, all, seat, { ...all, drawn });
    returnProducts(play, paid);
    afterMainAction(play, keepTurn);
  },

  optional: {
    counts: (reading, seat, { jokers, keepTurn }) => keepsTurn(reading, seat, keepTurn, jokers.length),
    without: (command) => ({
      ...command,
      jokers: command.jokers.map((joker) => ({ ...joker })),
      keepTurn: false,
    }),
  },
});

interface Joker {
  card: CardId;
  as: ProductId;
}

/** ROT-8.2: what is paid in products. */
function dueProducts(mission: Mission, jokers: readonly Readonly<Joker>[]): ProductId[] {
  return mission.products.filter((product) => !jokers.some((joker) => joker.as === product));
}

/** Every way to use some of these jokers in place of some of these products. */
function* jokerUses(products: readonly ProductId[], jokers: readonly CardId[]): Generator<Joker[]> {
  const [product, ...rest] = products;
  if (product === undefined) {
    yield [];
    return;
  }
  yield* jokerUses(rest, jokers);
  for (const card of jokers) {
    const others = jokers.filter((joker) => joker !== card);
    for (const uses of jokerUses(rest, others)) yield [{ card, as: product }, ...uses];
  }
}
