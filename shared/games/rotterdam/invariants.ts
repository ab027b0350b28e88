// Invariants that hold in every reachable state.
import { differences, pieceOf } from '../../kernel/pieces.ts';
import type { ReadingOf } from '../../kernel/play.ts';
import { reveal } from '../../kernel/reveal.ts';
import { covers, totalOf } from './hands.ts';
import { kindOfTurn } from './phases/turn.ts';
import {
  dealOf,
  missionsOf,
  navigationOf,
  productDeckOf,
  productsOf,
  type State,
  type Types,
} from './state.ts';

export function violations(reading: ReadingOf<Types>): readonly string[] {
  return [
    ...productViolations(reading),
    ...missionViolations(reading),
    ...navigationViolations(reading),
    ...cargoViolations(reading),
    ...shipViolations(reading),
    ...decisionViolations(reading.state),
    ...tradeViolations(reading.state),
  ];
}

function* productViolations({ components, state }: ReadingOf<Types>): Generator<string> {
  const found = state.shown.players.flatMap(({ seat }) => productsOf(state, seat));
  for (const { id, products } of components.harbours) {
    const cards = productDeckOf(state, id);
    found.push(...cards);
    if (cards.some((card) => !products.includes(card))) yield `${id}: a foreign product in the deck`;
  }
  const printed = components.products.flatMap(({ id, count }) => new Array<string>(count).fill(id));
  yield* differences('products', found, printed);
}

function* missionViolations({ components, state }: ReadingOf<Types>): Generator<string> {
  const { players } = state.shown;
  const deck = reveal(state.hidden.missionDeck);
  const found = [
    ...deck,
    ...players.flatMap(({ seat, fulfilled }) => [...missionsOf(state, seat), ...fulfilled]),
  ];
  const short =
    deck.length > 0 &&
    players.some(({ seat }) => missionsOf(state, seat).length !== components.missionHandSize);
  const worth = (fulfilled: readonly string[]) =>
    fulfilled.reduce((points, id) => points + pieceOf(components.missionOf, id).value, 0);
  const wrong = players.filter(({ fulfilled, missionPoints }) => worth(fulfilled) !== missionPoints);
  if (short) yield 'missions: a hand is not complete';
  for (const { seat } of wrong) yield `missions: the points of seat ${seat} are wrong`;
  yield* differences(
    'missions',
    found,
    components.missions.map(({ id }) => id),
  );
}

function* navigationViolations({ components, state }: ReadingOf<Types>): Generator<string> {
  const { players, navigationDiscard } = state.shown;
  const found = [...reveal(state.hidden.navigationPile), ...navigationDiscard];
  const isAdvantage = (id: string) => pieceOf(components.cardOf, id).kind.endsWith('advantage');
  if (navigationDiscard.some(isAdvantage)) yield 'navigation: an advantage among the used cards';
  for (const { seat, laid } of players) {
    const hand = navigationOf(state, seat);
    found.push(...hand, ...laid);
    if (hand.length > components.navigationHandLimit) yield `navigation: seat ${seat} holds too many`;
    if (!laid.every(isAdvantage)) yield `navigation: seat ${seat} laid a wrong card`;
  }
  yield* differences(
    'navigation',
    found,
    components.cards.map(({ id }) => id),
  );
}

function* cargoViolations({ components, state }: ReadingOf<Types>): Generator<string> {
  const ships = Object.entries(state.shown.ships);
  for (const { id, count } of components.materials) {
    const stock = state.shown.stock[id] ?? 0;
    const afloat = ships.filter(([, { cargo }]) => cargo === id).length;
    if (stock < 0 || stock + afloat !== count) yield `${id}: ${stock} in stock, ${afloat} on ships`;
  }
  for (const [id, { position, cargo }] of ships)
    if (position === null && cargo !== null) yield `${id}: loaded in the supply`;
}

function* shipViolations({ components, state }: ReadingOf<Types>): Generator<string> {
  const { players, harbourQueues } = state.shown;
  const ships = Object.entries(state.shown.ships);
  const expected = players.flatMap(({ seat }) => components.shipsOf(seat, players.length));
  yield* differences(
    'ships',
    ships.map(([id]) => id),
    expected,
  );
  const taken = new Set<string>();
  for (const [id, { position }] of ships) {
    if (position === null || components.harbourOf.has(position)) continue;
    if (!components.positions.includes(position)) yield `${id}: on no position`;
    if (taken.has(position)) yield `${position}: holds two ships`;
    taken.add(position);
  }
  for (const { id } of components.harbours) {
    const there = ships.flatMap(([ship, { position }]) => (position === id ? [ship] : []));
    yield* differences(id, harbourQueues[id] ?? [], there);
  }
}

function* decisionViolations(state: State): Generator<string> {
  const { open, shown } = state;
  const { phase, step, turn, colour, result } = shown;
  if ((open.length === 0) !== (result !== null)) yield 'decisions: nobody is asked, or after the end';
  if (new Set(open.map(({ seat }) => seat)).size < open.length) yield 'decisions: a seat is asked twice';
  if ((colour !== null) !== (step === 'resolving')) yield 'movement: not while it is resolved';
  if (phase === 'trading' || phase === 'ended') {
    if (turn !== null) yield 'turn: there is none in this phase';
    if (phase === 'trading' && open.some(({ kind }) => kind !== 'trading')) yield 'decisions: not trading';
    return;
  }
  const [decision] = open;
  if (turn === null || open.length !== 1 || decision === undefined) {
    yield 'decisions: not one';
    return;
  }
  const kind = step === 'resolving' ? 'moves' : kindOfTurn(phase, step);
  if (decision.kind !== kind) yield `decisions: ${decision.kind} instead of ${kind}`;
  if (kind !== 'moves' && decision.seat !== turn) yield 'decisions: not the seat whose turn it is';
}

function* tradeViolations(state: State): Generator<string> {
  const trading = state.shown.phase === 'trading';
  for (const player of state.shown.players) {
    const { seat } = player;
    const products = productsOf(state, seat);
    const asked = state.open.some((decision) => decision.seat === seat);
    if (trading && asked === player.tradingDone) yield `trading: seat ${seat} is done and asked, or neither`;
    if (trading && asked && products.length + navigationOf(state, seat).length === 0) {
      yield `trading: seat ${seat} is asked without a card`;
    }
    if (!trading && player.tradingDone) yield `trading: seat ${seat} is done outside the phase`;
    if (!trading && totalOf(player.revealed) > 0) yield `trading: seat ${seat} shows outside the phase`;
    if (!covers(products, player.revealed)) yield `trading: seat ${seat} shows what it lacks`;
  }
  const open = new Set(state.shown.offers.map(({ id }) => String(id)));
  if (Object.keys(state.hidden.deals).some((id) => !open.has(id)))
    yield 'trading: the content of a closed offer is kept';
  for (const offer of state.shown.offers) yield* offerViolations(state, offer);
}

function* offerViolations(state: State, offer: State['shown']['offers'][number]): Generator<string> {
  const { id, from, to, giveCount, wantCount } = offer;
  const sender = state.shown.players[from];
  const { give, want } = dealOf(state, offer);
  if (state.shown.phase !== 'trading') yield `offer ${id}: outside the phase`;
  if (sender === undefined || sender.tradingDone) yield `offer ${id}: its sender is done`;
  else if (!covers(productsOf(state, from), give)) yield `offer ${id}: not covered`;
  if (to !== '*' && state.shown.players[to]?.tradingDone !== false)
    yield `offer ${id}: its addressee is done`;
  if ((to === '*') === Object.hasOwn(state.hidden.deals, id))
    yield `offer ${id}: its content is in the wrong half`;
  if (totalOf(give) !== giveCount || totalOf(want) !== wantCount) yield `offer ${id}: wrong numbers`;
  if (id >= state.shown.nextOffer) yield `offer ${id}: not yet numbered`;
}
