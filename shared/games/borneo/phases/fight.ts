// BOR-5: a merchant attacks one ranked higher in the same company.
import { z } from 'zod';
import { reject } from '../../../kernel/codes.ts';
import { ask } from '../../../kernel/decisions.ts';
import { hasRepetition, pieceOf, takeOut } from '../../../kernel/pieces.ts';
import { type PlayOf, type ReadingOf, tell } from '../../../kernel/play.ts';
import type { Seat } from '../../../kernel/seat.ts';
import { subsets } from '../cards.ts';
import { companyOf, hasRoom } from '../columns.ts';
import {
  COMPANIES,
  type Company,
  type Components,
  isCompany,
  mostUnits,
  ownerOf,
  type ShipmentId,
} from '../components.ts';
import { commandRule, handOf, playerAt, question, type Types } from '../state.ts';
import { cards, id } from '../wire.ts';

export const defence = question({
  weight: 'reply',
  fallback: () => ({ type: 'defend', cards: [] }),
});

export const retreat = question({
  weight: 'quick',
  fallback: () => ({ type: 'choose-retreat', to: 'swap' }),
});

export const reward = question({
  weight: 'quick',
  /** The card with the most units; among equals, the one listed first. */
  fallback: ({ components, state }) => ({
    type: 'choose-reward',
    card: mostUnits(components, fightOf(state).defenceCards),
  }),
});

export const attack = commandRule({
  type: 'attack',
  payload: z.strictObject({ attacker: id, defender: id, cards }),
  answers: ['company'],

  *legal({ components, state }, seat) {
    const hand = handOf(state, seat);
    for (const company of COMPANIES) {
      const column = state.shown.companies[company];
      const pairs = column.flatMap((attacker, index) =>
        ownerOf(attacker) !== seat
          ? []
          : column
              .slice(0, index)
              .filter((defender) => ownerOf(defender) !== seat)
              .map((defender) => ({ attacker, defender })),
      );
      if (pairs.length === 0) continue;
      for (const chosen of subsets(fitting(components, hand, company), 1, hand.length - 1))
        for (const { attacker, defender } of pairs)
          yield { type: 'attack', attacker, defender, cards: chosen.slice() };
    }
  },

  refuse({ components, state }, seat, { attacker, defender, cards: chosen }) {
    const company = companyOf(state, attacker);
    const other = companyOf(state, defender);
    if (company === undefined || other === undefined) return reject('unknown-merchant', 'BOR-5.1');
    if (ownerOf(attacker) !== seat) return reject('not-your-merchant', 'BOR-5.1');
    if (ownerOf(defender) === seat) return reject('own-defender', 'BOR-5.1');
    if (company !== other) return reject('different-companies', 'BOR-5.1');
    const column = state.shown.companies[company];
    if (column.indexOf(defender) > column.indexOf(attacker)) return reject('defender-not-above', 'BOR-5.1');
    const hand = handOf(state, seat);
    if (chosen.length === 0) return reject('no-cards', 'BOR-5.2');
    if (hasRepetition(chosen)) return reject('duplicate-card', 'BOR-5.2');
    if (chosen.some((card) => !hand.includes(card))) return reject('card-not-in-hand', 'BOR-5.2');
    if (chosen.length > fitting(components, chosen, company).length)
      return reject('card-without-flag', 'BOR-5.2');
    if (chosen.length > hand.length - 1) return reject('must-keep-card', 'BOR-5.3');
    return undefined;
  },

  carryOut(play, seat, { attacker, defender, cards: chosen }) {
    const { draft, state } = play;
    const attackCards = [...chosen];
    const company = companyOf(state, attacker);
    if (company === undefined) throw new Error(`${attacker} stands nowhere`);
    const column = state.shown.companies[company];
    const bonus = column.indexOf(attacker) - column.indexOf(defender) - 1; // BOR-5.6
    takeOut(handOf(draft, seat), attackCards);
    draft.shown.fight = { company, attacker, defender, attackCards, defenceCards: [], bonus };
    const defending = ownerOf(defender);
    const sides = { seat, against: defending, attacker, defender };
    tell(play, { type: 'attack-declared', ...sides, company, cards: [...attackCards], bonus });
    // BOR-15.4: skipped only if it is public that there is nothing to play.
    if (handOf(state, defending).length > 1) ask(draft, defending, 'defence');
    else resolve(play, [], true);
  },
});

export const defend = commandRule({
  type: 'defend',
  payload: z.strictObject({ cards }),
  answers: ['defence'],

  *legal({ components, state }, seat) {
    const { company, attackCards } = fightOf(state);
    const hand = handOf(state, seat);
    const most = Math.min(attackCards.length, hand.length - 1);
    for (const chosen of subsets(fitting(components, hand, company), 0, most))
      yield { type: 'defend', cards: chosen };
  },

  /** BOR-5.4 */
  refuse({ components, state }, seat, { cards: chosen }) {
    const { company, attackCards } = fightOf(state);
    const hand = handOf(state, seat);
    if (hasRepetition(chosen)) return reject('duplicate-card', 'BOR-5.4');
    if (chosen.some((card) => !hand.includes(card))) return reject('card-not-in-hand', 'BOR-5.4');
    if (chosen.length > fitting(components, chosen, company).length)
      return reject('card-without-flag', 'BOR-5.4');
    if (chosen.length > attackCards.length) return reject('too-many-cards', 'BOR-5.4');
    if (chosen.length > hand.length - 1) return reject('must-keep-card', 'BOR-5.4');
    return undefined;
  },

  carryOut(play, seat, { cards: chosen }) {
    takeOut(handOf(play.draft, seat), chosen);
    resolve(play, [...chosen], false);
  },
});

export const chooseRetreat = commandRule({
  type: 'choose-retreat',
  payload: z.strictObject({ to: z.string() }),
  answers: ['retreat'],

  *legal(reading) {
    yield { type: 'choose-retreat', to: 'swap' };
    for (const to of refuges(reading)) yield { type: 'choose-retreat', to };
  },

  refuse(reading, _seat, { to }) {
    if (to === 'swap') return undefined;
    if (!isCompany(to)) return reject('unknown-company', 'BOR-5.8');
    if (to === fightOf(reading.state).company) return reject('same-company', 'BOR-5.8');
    if (!hasRoom(reading, to)) return reject('company-full', 'BOR-1.4');
    return undefined;
  },

  carryOut: (play, _seat, { to }) => retire(play, to as Company | 'swap'),
});

export const chooseReward = commandRule({
  type: 'choose-reward',
  payload: z.strictObject({ card: id.nullable() }),
  answers: ['reward'],

  *legal({ state }) {
    yield { type: 'choose-reward', card: null };
    for (const card of fightOf(state).defenceCards) yield { type: 'choose-reward', card };
  },

  refuse({ state }, _seat, { card }) {
    if (card !== null && !fightOf(state).defenceCards.includes(card))
      return reject('card-not-played', 'BOR-5.9');
    return undefined;
  },

  carryOut(play, seat, { card }) {
    if (card !== null) playerAt(play.draft, seat).warehouse.push(card);
    tell(play, { type: 'reward-taken', seat, card });
    endFight(play, card);
  },
});

function fightOf<Fight extends object>({
  shown,
}: {
  readonly shown: { readonly fight: Fight | null };
}): Fight {
  if (shown.fight === null) throw new Error('nobody fights');
  return shown.fight;
}

/** BOR-5.5: both rows count. */
function flagsOf(components: Components, company: Company, cards: readonly ShipmentId[]): number {
  return cards.reduce((sum, card) => sum + pieceOf(components.shipmentOf, card).tally[company], 0);
}

/** The cards of a hand that bear a flag of the company. */
function fitting(components: Components, hand: readonly ShipmentId[], company: Company): ShipmentId[] {
  return hand.filter((card) => pieceOf(components.shipmentOf, card).tally[company] > 0);
}

function resolve(play: PlayOf<Types>, defenceCards: ShipmentId[], automatic: boolean): void {
  const { draft, components } = play;
  const fight = fightOf(draft);
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

function refuges(reading: ReadingOf<Types>): Company[] {
  const { company } = fightOf(reading.state);
  return COMPANIES.filter((other) => other !== company && hasRoom(reading, other));
}

function askRetreat(play: PlayOf<Types>, defending: Seat): void {
  if (refuges(play).length > 0) ask(play.draft, defending, 'retreat');
  else retire(play, 'swap'); // BOR-15.6
}

/** BOR-5.8: the attacker takes the place; the loser swaps, or leaves and the column closes up. */
function retire(play: PlayOf<Types>, to: Company | 'swap'): void {
  const { draft } = play;
  const { company, attacker, defender } = fightOf(draft);
  const beaten = { type: 'merchant-retreated', seat: ownerOf(defender), merchant: defender } as const;
  const column = draft.shown.companies[company];
  const left = column.indexOf(attacker);
  column[column.indexOf(defender)] = attacker;
  if (to === 'swap') {
    column[left] = defender;
    tell(play, { ...beaten, mode: 'swap', company, rank: left + 1 });
  } else {
    column.splice(left, 1);
    const rank = draft.shown.companies[to].push(defender);
    tell(play, { ...beaten, mode: 'leave', company: to, rank });
  }
  endFight(play, null);
}

/** BOR-5.10, BOR-5.11 */
function endFight(play: PlayOf<Types>, reward: ShipmentId | null): void {
  const { draft } = play;
  const { attackCards, defenceCards } = fightOf(draft);
  const cards = [...attackCards, ...defenceCards].filter((card) => card !== reward);
  draft.shown.fight = null;
  draft.shown.discard.push(...cards);
  tell(play, { type: 'cards-discarded', seat: null, cards, reason: 'fight' });
  ask(draft, draft.shown.activeSeat, 'shipment');
}
