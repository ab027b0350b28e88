// Laws that hold in every state that can be reached.
import { reveal } from '../../kernel/reveal.ts';
import { COMPANIES, type Components, merchantId, ownerOf, pieceOf, selectionFor } from './components.ts';
import { visibleFlags } from './flags.ts';
import { type Board, countOf, merchantsPerPlayer, phaseOf } from './state.ts';

export function violations(components: Components, board: Board): readonly string[] {
  return [
    ...misplacedPieces(components, board),
    ...misplacedMerchants(components, board),
    ...wrongHarbours(components, board),
    ...wrongCounts(components, board),
    ...wrongPhase(board),
  ];
}

/** Each piece of the game is in exactly one place. */
function* misplacedPieces(components: Components, board: Board): Generator<string> {
  const { fight, distribution, slots, players } = board;
  const selection = selectionFor(components, players.length);
  const warehouses = players.flatMap(({ warehouse }) => warehouse);
  const shipments = [
    ...reveal(board.deck),
    ...board.discard,
    ...players.flatMap(({ hand }) => reveal(hand)),
    ...slots.flatMap(({ pile }) => pile),
    ...warehouses.filter((card) => components.shipments.has(card)),
    ...(fight === null ? [] : [...fight.attackCards, ...fight.defenceCards]),
    ...(distribution?.remaining ?? []),
  ];
  const harbours = [
    ...reveal(board.harbourPile),
    ...slots.flatMap(({ harbourId }) => harbourId ?? []),
    ...board.removedHarbours,
    ...warehouses.filter((card) => !components.shipments.has(card)),
  ];
  const missions = [...board.availableMissions, ...players.flatMap((player) => reveal(player.missions))];
  yield* differences('shipment', shipments, [...components.shipments.keys()]);
  yield* differences('harbour', harbours, selection.harbours);
  yield* differences('mission', missions, selection.missions);
}

function* misplacedMerchants(components: Components, board: Board): Generator<string> {
  const each = merchantsPerPlayer(components, board.options);
  const placed = board.players.flatMap(({ unplacedMerchants }, seat) =>
    Array.from({ length: each - unplacedMerchants }, (_, n) => merchantId(seat, n + 1)),
  );
  yield* differences(
    'merchant',
    COMPANIES.flatMap((company) => board.companies[company]),
    placed,
  );
  for (const company of COMPANIES) {
    if (board.companies[company].length > components.constants.slotsPerCompany)
      yield `too many merchants in ${company}`;
  }
}

function* differences(
  what: string,
  found: readonly string[],
  expected: readonly string[],
): Generator<string> {
  const left = new Set(expected);
  for (const id of found)
    if (!left.delete(id)) yield `${what} ${id} is twice in the game, or not at all of it`;
  for (const id of left) yield `${what} ${id} is lost`;
}

/** Harbours in the slots have room, and nobody has a monopoly there. */
function* wrongHarbours(components: Components, board: Board): Generator<string> {
  const { slots, distribution, endReason } = board;
  for (const [index, { harbourId, pile }] of slots.entries()) {
    const empty = endReason !== null || distribution?.slot === index;
    if (empty !== (harbourId === null)) yield `slot ${index} is ${empty ? 'occupied' : 'empty'}`;
    if (harbourId === null) {
      if (pile.length > 0) yield `cards without a harbour in slot ${index}`;
      continue;
    }
    const { maxCards, monopoly } = pieceOf(components.harbours, harbourId);
    if (pile.length >= maxCards) yield `slot ${index} is full`;
    const counts = visibleFlags(components, pile);
    for (const company of COMPANIES)
      if (counts[company] >= monopoly) yield `${company} has the monopoly in slot ${index}`;
  }
}

function* wrongCounts(components: Components, board: Board): Generator<string> {
  const { activeSeat, distribution, endReason, players } = board;
  const { harbours } = selectionFor(components, players.length);
  const revealed = harbours.length - countOf(board.harbourPile);
  if (revealed < board.slots.length) yield 'too few harbours were turned up';
  for (const [seat, { hand }] of players.entries()) {
    const playedHisLast = seat === activeSeat && distribution !== null;
    if (endReason === null && countOf(hand) < 1 && !playedHisLast) yield `seat ${seat} has no card in hand`;
    if (endReason !== null && countOf(hand) > 0) yield `seat ${seat} has a hand after the end`;
  }
}

function* wrongPhase(board: Board): Generator<string> {
  const { open, fight, distribution, activeSeat, endReason, scores, pirateShip, options } = board;
  const phase = phaseOf(board);
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
