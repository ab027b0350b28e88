// Phase 6: products and jokers are paid for a mission.
import { reveal } from '../../../kernel/reveal.ts';
import type { Seat } from '../../../kernel/seat.ts';
import { refuse, type Verdict } from '../codes.ts';
import type { CommandOf } from '../commands.ts';
import type { CardId, Components, Mission, ProductId } from '../components.ts';
import { addToHand, covers, holds, removeFromHand, tallyOf } from '../hands.ts';
import { draftPlayer, type Play, tellMore } from '../play.ts';
import type { Position } from '../state.ts';
import { missionPoints, navigationCount, playerAt } from '../table.ts';
import { returnProducts } from './decks.ts';

type Fulfilment = CommandOf<'fulfil-mission'>;
type Joker = Fulfilment['jokers'][number];

export function judgeFulfilment(
  c: Components,
  state: Position,
  seat: Seat,
  { mission: id, jokers }: Fulfilment,
): Verdict {
  if (state.step === 'after') return refuse('already-fulfilled', 'ROT-8.1');
  const player = playerAt(state, seat);
  const mission = c.mission.get(id);
  if (mission === undefined || !holds(player.missions, id)) return refuse('mission-not-in-hand', 'ROT-8.1');
  const cards = jokers.map(({ card }) => card);
  if (cards.some((card) => !holds(player.navigation, card))) return refuse('card-not-in-hand', 'ROT-8.2');
  if (new Set(cards).size < cards.length) return refuse('duplicate-card', 'ROT-8.3');
  if (cards.some((card) => c.card.get(card)?.kind !== 'joker')) return refuse('wrong-card-kind', 'ROT-8.2');
  const stands = jokers.map((joker) => joker.as);
  if (stands.some((product) => !mission.products.includes(product)) || new Set(stands).size < stands.length) {
    return refuse('joker-mismatch', 'ROT-8.3');
  }
  if (!covers(player.products, tallyOf(dueProducts(mission, jokers))))
    return refuse('missing-products', 'ROT-8.2');
  return undefined;
}

/** What is paid in products. ROT-8.2 */
function dueProducts(mission: Mission, jokers: readonly Joker[]): ProductId[] {
  return mission.products.filter((product) => !jokers.some((joker) => joker.as === product));
}

export function fulfilMission(play: Play, seat: Seat, { mission: id, jokers }: Fulfilment): void {
  const { c, draft } = play;
  const mission = c.mission.get(id);
  if (mission === undefined) throw new Error(`no mission ${id}`);
  const player = draftPlayer(play, seat);
  const paid = dueProducts(mission, jokers);
  for (const product of paid) removeFromHand(player.products, product);
  for (const { card } of jokers) {
    removeFromHand(player.navigation, card);
    draft.navigationDiscard.push(card);
  }
  removeFromHand(player.missions, id);
  player.fulfilled.push(id);
  const drawn = reveal(draft.missionDeck).pop() ?? null; // ROT-8.6
  if (drawn !== null) addToHand(player.missions, drawn, c.missionRank);
  const all = {
    type: 'mission-fulfilled',
    seat,
    mission: id,
    products: paid,
    jokers: jokers.map((joker) => ({ ...joker })),
    value: mission.value,
    missionPoints: missionPoints(c, player),
  } as const;
  tellMore(play, all, [{ seat, event: { ...all, drawn } }]);
  returnProducts(play, paid);
}

/** Every mission with every use of jokers, also needless ones. ROT-8.3 */
export function* legalFulfilments(c: Components, state: Position, seat: Seat): Generator<Fulfilment> {
  if (state.step !== 'main') return;
  const { missions, navigation, products } = playerAt(state, seat);
  const jokers = reveal(navigation).filter((card) => c.card.get(card)?.kind === 'joker');
  const cards = navigationCount(state, seat);
  for (const id of reveal(missions)) {
    const mission = c.mission.get(id);
    if (mission === undefined) continue;
    for (const used of jokerUses(mission.products, jokers)) {
      if (!covers(products, tallyOf(dueProducts(mission, used)))) continue;
      yield { type: 'fulfil-mission', mission: id, jokers: used, keepTurn: false };
      if (cards > used.length) yield { type: 'fulfil-mission', mission: id, jokers: used, keepTurn: true };
    }
  }
}

/** Every way to let some of these jokers stand for some of these products. */
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
