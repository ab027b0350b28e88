// Conservation laws. Nothing is listed in a state that the rules can reach.
import { reveal } from '../../kernel/reveal.ts';
import type { Components } from './components.ts';
import { covers, sizeOf, totalOf } from './hands.ts';
import { dealOf } from './phases/trading.ts';
import { kindOfTurn } from './phases/turns.ts';
import type { Position } from './state.ts';
import { navigationCount, productCount } from './table.ts';

export function violations(c: Components, state: Position): string[] {
  return [
    ...productViolations(c, state),
    ...missionViolations(c, state),
    ...navigationViolations(c, state),
    ...cargoViolations(c, state),
    ...shipViolations(c, state),
    ...decisionViolations(state),
    ...tradeViolations(state),
  ];
}

/** Complains unless these are exactly the cards of the edition, each as often as it is printed. */
function sameCards(what: string, found: readonly string[], printed: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const card of printed) counts.set(card, (counts.get(card) ?? 0) + 1);
  for (const card of found) counts.set(card, (counts.get(card) ?? 0) - 1);
  return [...counts]
    .filter(([, missing]) => missing !== 0)
    .map(([card, missing]) => `${what}: ${missing} of ${card} missing`);
}

function productViolations(c: Components, state: Position): string[] {
  const found = state.players.flatMap(({ products }) => reveal(products));
  const problems: string[] = [];
  for (const { id, products } of c.harbours) {
    const deck = state.decks[id];
    const cards = deck === undefined ? [] : reveal(deck);
    found.push(...cards);
    if (cards.some((card) => !products.includes(card))) problems.push(`${id}: a foreign product in the deck`);
  }
  const printed = c.products.flatMap(({ id, count }) => new Array<string>(count).fill(id));
  return [...problems, ...sameCards('products', found, printed)];
}

function missionViolations(c: Components, state: Position): string[] {
  const deck = reveal(state.missionDeck);
  const found = [
    ...deck,
    ...state.players.flatMap(({ missions, fulfilled }) => [...reveal(missions), ...fulfilled]),
  ];
  const short =
    deck.length > 0 && state.players.some(({ missions }) => sizeOf(missions) !== c.missionHandSize);
  return [
    ...(short ? ['missions: a hand is not complete'] : []),
    ...sameCards(
      'missions',
      found,
      c.missions.map(({ id }) => id),
    ),
  ];
}

function navigationViolations(c: Components, state: Position): string[] {
  const problems: string[] = [];
  const found = [...reveal(state.navigationPile), ...state.navigationDiscard];
  const isAdvantage = (id: string) => c.card.get(id)?.kind.endsWith('advantage') ?? false;
  if (state.navigationDiscard.some(isAdvantage))
    problems.push('navigation: an advantage among the used cards');
  for (const [seat, { navigation, laid }] of state.players.entries()) {
    found.push(...reveal(navigation), ...laid);
    if (sizeOf(navigation) > c.navigationHandLimit) problems.push(`navigation: seat ${seat} holds too many`);
    if (!laid.every(isAdvantage)) problems.push(`navigation: seat ${seat} laid a wrong card`);
  }
  return [
    ...problems,
    ...sameCards(
      'navigation',
      found,
      c.cards.map(({ id }) => id),
    ),
  ];
}

function cargoViolations(c: Components, state: Position): string[] {
  const problems: string[] = [];
  for (const { id, count } of c.materials) {
    const stock = state.stock[id] ?? 0;
    const afloat = state.ships.filter(({ cargo }) => cargo === id).length;
    if (stock < 0 || stock + afloat !== count) problems.push(`${id}: ${stock} in stock, ${afloat} on ships`);
  }
  for (const { id, position, cargo } of state.ships) {
    if (position === null && cargo !== null) problems.push(`${id}: loaded in the supply`);
  }
  return problems;
}

function shipViolations(c: Components, state: Position): string[] {
  const problems: string[] = [];
  const expected = state.players.flatMap((_, seat) => c.shipsOf(seat, state.players.length));
  problems.push(
    ...sameCards(
      'ships',
      state.ships.map(({ id }) => id),
      expected,
    ),
  );
  const taken = new Set<string>();
  for (const { id, position } of state.ships) {
    if (position === null || c.harbour.has(position)) continue;
    if (!c.positions.includes(position)) problems.push(`${id}: on no position`);
    if (taken.has(position)) problems.push(`${position}: holds two ships`);
    taken.add(position);
  }
  for (const { id } of c.harbours) {
    const there = state.ships.filter(({ position }) => position === id).map((ship) => ship.id);
    problems.push(...sameCards(id, state.queues[id] ?? [], there));
  }
  return problems;
}

function decisionViolations(state: Position): string[] {
  const { open, phase, step, turn } = state;
  const problems: string[] = [];
  if ((open.length === 0) !== (state.ending !== null))
    problems.push('decisions: nobody is asked, or after the end');
  if (new Set(open.map(({ seat }) => seat)).size < open.length)
    problems.push('decisions: a seat is asked twice');
  if ((state.movement !== null) !== (step === 'resolving'))
    problems.push('movement: not while it is resolved');
  if (phase === 'trading' || phase === 'ended') {
    if (turn !== null) problems.push('turn: there is none in this phase');
    if (phase === 'trading' && open.some(({ kind }) => kind !== 'trading'))
      problems.push('decisions: not trading');
    return problems;
  }
  const [decision] = open;
  if (turn === null || open.length !== 1 || decision === undefined)
    return [...problems, 'decisions: not one'];
  const kind = step === 'resolving' ? 'moves' : kindOfTurn(phase, step);
  if (decision.kind !== kind) problems.push(`decisions: ${decision.kind} instead of ${kind}`);
  if (kind !== 'moves' && decision.seat !== turn) problems.push('decisions: not the seat whose turn it is');
  return problems;
}

function tradeViolations(state: Position): string[] {
  const problems: string[] = [];
  const trading = state.phase === 'trading';
  for (const [seat, player] of state.players.entries()) {
    const asked = state.open.some((decision) => decision.seat === seat);
    if (trading && asked === player.tradingDone)
      problems.push(`trading: seat ${seat} is done and asked, or neither`);
    if (trading && asked && productCount(state, seat) + navigationCount(state, seat) === 0) {
      problems.push(`trading: seat ${seat} is asked without a card`);
    }
    if (!trading && player.tradingDone) problems.push(`trading: seat ${seat} is done outside the phase`);
    if (!trading && totalOf(player.revealed) > 0)
      problems.push(`trading: seat ${seat} shows outside the phase`);
    if (!covers(player.products, player.revealed)) problems.push(`trading: seat ${seat} shows what it lacks`);
  }
  for (const offer of state.offers) problems.push(...offerViolations(state, offer));
  return problems;
}

function offerViolations(state: Position, offer: Position['offers'][number]): string[] {
  const { id, from, to, giveCount, wantCount } = offer;
  const sender = state.players[from];
  const { give, want } = dealOf(offer);
  const problems: string[] = [];
  if (state.phase !== 'trading') problems.push(`offer ${id}: outside the phase`);
  if (sender === undefined || sender.tradingDone) problems.push(`offer ${id}: its sender is done`);
  else if (!covers(sender.products, give)) problems.push(`offer ${id}: not covered`);
  if (to !== '*' && state.players[to]?.tradingDone !== false)
    problems.push(`offer ${id}: its addressee is done`);
  if (totalOf(give) !== giveCount || totalOf(want) !== wantCount) problems.push(`offer ${id}: wrong numbers`);
  if (id >= state.nextOffer) problems.push(`offer ${id}: not yet numbered`);
  return problems;
}
