// Invariants that hold in every reachable state.
import { differences, pieceOf } from '../../kernel/pieces.ts';
import type { ReadingOf } from '../../kernel/play.ts';
import { reveal } from '../../kernel/reveal.ts';
import { COMPANIES, merchantId, ownerOf, selectionFor } from './components.ts';
import { visibleFlags } from './flags.ts';
import { handOf, merchantsPerPlayer, missionsOf, type State, type Types } from './state.ts';

export function violations(reading: ReadingOf<Types>): readonly string[] {
  return [
    ...pieceViolations(reading),
    ...merchantViolations(reading),
    ...harbourViolations(reading),
    ...countViolations(reading),
    ...phaseViolations(reading.state),
  ];
}

/** Each piece of the game is in exactly one place. */
function* pieceViolations({ components, state }: ReadingOf<Types>): Generator<string> {
  const { shown, hidden } = state;
  const { fight, distribution, slots, players } = shown;
  const selection = selectionFor(components, players.length);
  const warehouses = players.flatMap(({ warehouse }) => warehouse);
  const shipments = [
    ...reveal(hidden.deck),
    ...shown.discard,
    ...players.flatMap(({ seat }) => handOf(state, seat)),
    ...slots.flatMap(({ pile }) => pile),
    ...warehouses.filter((card) => components.shipmentOf.has(card)),
    ...(fight === null ? [] : [...fight.attackCards, ...fight.defenceCards]),
    ...(distribution?.remaining ?? []),
  ];
  const harbours = [
    ...reveal(hidden.harbourPile),
    ...slots.flatMap(({ harbourId }) => harbourId ?? []),
    ...shown.removedHarbours,
    ...warehouses.filter((card) => !components.shipmentOf.has(card)),
  ];
  const missions = [...shown.availableMissions, ...players.flatMap(({ seat }) => missionsOf(state, seat))];
  yield* differences('shipments', shipments, [...components.shipmentOf.keys()]);
  yield* differences('harbours', harbours, selection.harbours);
  yield* differences('missions', missions, selection.missions);
}

function* merchantViolations({ components, state }: ReadingOf<Types>): Generator<string> {
  const each = merchantsPerPlayer(components, state.shown.options);
  const placed = state.shown.players.flatMap(({ unplacedMerchants }, seat) =>
    Array.from({ length: each - unplacedMerchants }, (_, n) => merchantId(seat, n + 1)),
  );
  yield* differences(
    'merchants',
    COMPANIES.flatMap((company) => state.shown.companies[company]),
    placed,
  );
  for (const company of COMPANIES) {
    if (state.shown.companies[company].length > components.constants.slotsPerCompany)
      yield `too many merchants in ${company}`;
  }
}

/** Harbours in the slots have room, and nobody has a monopoly there. */
function* harbourViolations({ components, state }: ReadingOf<Types>): Generator<string> {
  const { slots, distribution, endReason } = state.shown;
  for (const [index, { harbourId, pile, counts }] of slots.entries()) {
    const empty = endReason !== null || distribution?.slot === index;
    if (empty !== (harbourId === null)) yield `slot ${index} is ${empty ? 'occupied' : 'empty'}`;
    if (harbourId === null) {
      if (pile.length > 0) yield `cards without a harbour in slot ${index}`;
      continue;
    }
    const { maxCards, monopoly } = pieceOf(components.harbourOf, harbourId);
    if (pile.length >= maxCards) yield `slot ${index} is full`;
    const flags = visibleFlags(components, pile);
    for (const company of COMPANIES) {
      if (flags[company] !== counts[company]) yield `flags of ${company} are miscounted in slot ${index}`;
      if (flags[company] >= monopoly) yield `${company} has the monopoly in slot ${index}`;
    }
  }
}

function* countViolations({ components, state }: ReadingOf<Types>): Generator<string> {
  const { activeSeat, distribution, endReason, players, slots } = state.shown;
  const { harbours } = selectionFor(components, players.length);
  const revealed = harbours.length - reveal(state.hidden.harbourPile).length;
  if (revealed < slots.length) yield 'too few harbours were turned up';
  for (const { seat } of players) {
    const count = handOf(state, seat).length;
    const playedTheLast = seat === activeSeat && distribution !== null;
    if (endReason === null && count < 1 && !playedTheLast) yield `seat ${seat} has no card in hand`;
    if (endReason !== null && count > 0) yield `seat ${seat} has a hand after the end`;
  }
}

function* phaseViolations(state: State): Generator<string> {
  const { open, shown } = state;
  const { phase, fight, distribution, activeSeat, endReason, scores, pirateShip, options } = shown;
  if (open.length > 1) yield 'more than one decision is open';
  const fighting = phase === 'defence' || phase === 'retreat' || phase === 'reward';
  if (fighting !== (fight !== null)) yield `fight does not fit phase ${phase}`;
  if ((phase === 'pick') !== (distribution !== null)) yield `distribution does not fit phase ${phase}`;
  if ((phase === 'finished') !== (scores !== null)) yield `scores do not fit phase ${phase}`;
  if ((phase === 'placement') !== (activeSeat === -1)) yield `active seat does not fit phase ${phase}`;
  if ((phase === 'final-mission' || phase === 'finished') !== (endReason !== null))
    yield `reason of the end does not fit phase ${phase}`;
  if ((pirateShip !== 'off') !== options.blackbeard) yield 'the pirate ship does not fit the options';
  const asked = open[0]?.seat;
  if (distribution !== null && asked !== distribution.seat) yield 'the wrong seat picks';
  if (phase === 'defence' && fight !== null && asked !== ownerOf(fight.defender))
    yield 'the wrong seat defends';
}
