// BOR-5: a merchant attacks one who stands above him in the same company.
import { reject } from '../../../kernel/codes.ts';
import { ask } from '../../../kernel/decisions.ts';
import { reveal } from '../../../kernel/reveal.ts';
import type { Seat } from '../../../kernel/seat.ts';
import type { Frozen } from '../../../kernel/secrecy.ts';
import { companyOf, hasRoom } from '../columns.ts';
import type { Command, CommandOf, Refusal } from '../commands.ts';
import {
  COMPANIES,
  type Company,
  type Components,
  isCompany,
  mostUnits,
  ownerOf,
  pieceOf,
  type ShipmentId,
} from '../components.ts';
import { hasRepetition, type Play, subsets, takeOut, tell } from '../play.ts';
import { type Board, countOf, type Fight, handOf, playerAt } from '../state.ts';

function fightOf(board: Board): Frozen<Fight> {
  if (board.fight === null) throw new Error('nobody fights');
  return board.fight;
}

/** BOR-5.5: both rows count. */
export function flagsOf(components: Components, company: Company, cards: readonly ShipmentId[]): number {
  return cards.reduce((sum, card) => sum + pieceOf(components.shipments, card).tally[company], 0);
}

/** The cards of a hand that bear a flag of the company. */
function fitting(components: Components, hand: readonly ShipmentId[], company: Company): ShipmentId[] {
  return hand.filter((card) => pieceOf(components.shipments, card).tally[company] > 0);
}

export function* legalAttacks(components: Components, board: Board, seat: Seat): Generator<Command> {
  const hand = handOf(board, seat);
  for (const company of COMPANIES) {
    const column = board.companies[company];
    const pairs = column.flatMap((attacker, index) =>
      ownerOf(attacker) !== seat
        ? []
        : column
            .slice(0, index)
            .filter((defender) => ownerOf(defender) !== seat)
            .map((defender) => ({ attacker, defender })),
    );
    if (pairs.length === 0) continue;
    for (const cards of subsets(fitting(components, hand, company), 1, hand.length - 1))
      for (const { attacker, defender } of pairs)
        yield { type: 'attack', attacker, defender, cards: cards.slice() };
  }
}

export function refuseAttack(
  components: Components,
  board: Board,
  seat: Seat,
  { attacker, defender, cards }: Frozen<CommandOf<'attack'>>,
): Refusal {
  const company = companyOf(board, attacker);
  const company2 = companyOf(board, defender);
  if (company === undefined || company2 === undefined) return reject('unknown-merchant', 'BOR-5.1');
  if (ownerOf(attacker) !== seat) return reject('not-your-merchant', 'BOR-5.1');
  if (ownerOf(defender) === seat) return reject('own-defender', 'BOR-5.1');
  if (company !== company2) return reject('different-companies', 'BOR-5.1');
  const column = board.companies[company];
  if (column.indexOf(defender) > column.indexOf(attacker)) return reject('defender-not-above', 'BOR-5.1');
  const hand = handOf(board, seat);
  if (cards.length === 0) return reject('no-cards', 'BOR-5.2');
  if (hasRepetition(cards)) return reject('duplicate-card', 'BOR-5.2');
  if (cards.some((card) => !hand.includes(card))) return reject('card-not-in-hand', 'BOR-5.2');
  if (cards.length > fitting(components, cards, company).length)
    return reject('card-without-flag', 'BOR-5.2');
  if (cards.length > hand.length - 1) return reject('must-keep-card', 'BOR-5.3');
  return undefined;
}

export function attack(play: Play, seat: Seat, command: Frozen<CommandOf<'attack'>>): void {
  const { draft } = play;
  const { attacker, defender } = command;
  const cards = [...command.cards];
  const company = companyOf(draft, attacker);
  if (company === undefined) throw new Error(`${attacker} stands nowhere`);
  const column = draft.companies[company];
  const bonus = column.indexOf(attacker) - column.indexOf(defender) - 1; // BOR-5.6
  takeOut(reveal(playerAt(draft, seat).hand), cards);
  draft.fight = { company, attacker, defender, attackCards: cards, defenceCards: [], bonus };
  const defending = ownerOf(defender);
  const sides = { seat, against: defending, attacker, defender };
  tell(play, { type: 'attack-declared', ...sides, company, cards: [...cards], bonus });
  // BOR-15.4: skipped only where everybody can see that he has nothing to play.
  if (countOf(playerAt(draft, defending).hand) > 1) ask(draft, defending, 'defence');
  else resolve(play, [], true);
}

export function* legalDefences(components: Components, board: Board, seat: Seat): Generator<Command> {
  const { company, attackCards } = fightOf(board);
  const hand = handOf(board, seat);
  const most = Math.min(attackCards.length, hand.length - 1);
  for (const cards of subsets(fitting(components, hand, company), 0, most)) yield { type: 'defend', cards };
}

/** BOR-5.4 */
export function refuseDefence(
  components: Components,
  board: Board,
  seat: Seat,
  { cards }: Frozen<CommandOf<'defend'>>,
): Refusal {
  const { company, attackCards } = fightOf(board);
  const hand = handOf(board, seat);
  if (hasRepetition(cards)) return reject('duplicate-card', 'BOR-5.4');
  if (cards.some((card) => !hand.includes(card))) return reject('card-not-in-hand', 'BOR-5.4');
  if (cards.length > fitting(components, cards, company).length)
    return reject('card-without-flag', 'BOR-5.4');
  if (cards.length > attackCards.length) return reject('too-many-cards', 'BOR-5.4');
  if (cards.length > hand.length - 1) return reject('must-keep-card', 'BOR-5.4');
  return undefined;
}

export function defend(play: Play, seat: Seat, cards: readonly ShipmentId[]): void {
  takeOut(reveal(playerAt(play.draft, seat).hand), cards);
  resolve(play, [...cards], false);
}

function resolve(play: Play, defenceCards: ShipmentId[], automatic: boolean): void {
  const { draft, components } = play;
  const { fight } = draft;
  if (fight === null) throw new Error('nobody fights');
  const { company, attackCards, bonus } = fight;
  fight.defenceCards = defenceCards;
  const defending = ownerOf(fight.defender);
  tell(play, { type: 'defence-played', seat: defending, cards: [...defenceCards], automatic });
  const attackFlags = flagsOf(components, company, attackCards);
  const defenceFlags = flagsOf(components, company, defenceCards);
  const winner = attackFlags >= defenceFlags + bonus ? 'attacker' : 'defender'; // BOR-5.7
  tell(play, { type: 'fight-resolved', attackFlags, defenceFlags, bonus, winner });
  if (winner === 'attacker') askRetreat(play, defending);
  else if (defenceCards.length > 0) ask(draft, defending, 'reward');
  else endFight(play, null);
}

function refuges(components: Components, board: Board): Company[] {
  const { company } = fightOf(board);
  return COMPANIES.filter((other) => other !== company && hasRoom(components, board, other));
}

function askRetreat(play: Play, defending: Seat): void {
  if (refuges(play.components, play.draft).length > 0) ask(play.draft, defending, 'retreat');
  else retreat(play, 'swap'); // BOR-15.6
}

export function* legalRetreats(components: Components, board: Board): Generator<Command> {
  yield { type: 'choose-retreat', to: 'swap' };
  for (const to of refuges(components, board)) yield { type: 'choose-retreat', to };
}

export function refuseRetreat(
  components: Components,
  board: Board,
  { to }: Frozen<CommandOf<'choose-retreat'>>,
): Refusal {
  if (to === 'swap') return undefined;
  if (!isCompany(to)) return reject('unknown-company', 'BOR-5.8');
  if (to === fightOf(board).company) return reject('same-company', 'BOR-5.8');
  if (!hasRoom(components, board, to)) return reject('company-full', 'BOR-1.4');
  return undefined;
}

/** BOR-5.8: the attacker takes the place; the beaten one takes his, or leaves and the column closes up. */
export function retreat(play: Play, to: Company | 'swap'): void {
  const { draft } = play;
  const { company, attacker, defender } = fightOf(draft);
  const beaten = { type: 'merchant-retreated', seat: ownerOf(defender), merchant: defender } as const;
  const column = draft.companies[company];
  const left = column.indexOf(attacker);
  column[column.indexOf(defender)] = attacker;
  if (to === 'swap') {
    column[left] = defender;
    tell(play, { ...beaten, mode: 'swap', company, rank: left + 1 });
  } else {
    column.splice(left, 1);
    const rank = draft.companies[to].push(defender);
    tell(play, { ...beaten, mode: 'leave', company: to, rank });
  }
  endFight(play, null);
}

export function* legalRewards(board: Board): Generator<Command> {
  yield { type: 'choose-reward', card: null };
  for (const card of fightOf(board).defenceCards) yield { type: 'choose-reward', card };
}

/** The card with most units; of equals the one he listed first. */
export function defaultReward(components: Components, board: Board): Command {
  return { type: 'choose-reward', card: mostUnits(components, fightOf(board).defenceCards) };
}

export function refuseReward(board: Board, { card }: Frozen<CommandOf<'choose-reward'>>): Refusal {
  if (card !== null && !fightOf(board).defenceCards.includes(card))
    return reject('card-not-played', 'BOR-5.9');
  return undefined;
}

export function chooseReward(play: Play, seat: Seat, card: ShipmentId | null): void {
  if (card !== null) playerAt(play.draft, seat).warehouse.push(card);
  tell(play, { type: 'reward-taken', seat, card });
  endFight(play, card);
}

/** BOR-5.10, BOR-5.11 */
function endFight(play: Play, reward: ShipmentId | null): void {
  const { draft } = play;
  const { attackCards, defenceCards } = fightOf(draft);
  const cards = [...attackCards, ...defenceCards].filter((card) => card !== reward);
  draft.fight = null;
  draft.discard.push(...cards);
  tell(play, { type: 'cards-discarded', seat: null, cards, reason: 'fight' });
  ask(draft, draft.activeSeat, 'shipment');
}
