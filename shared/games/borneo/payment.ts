// Which cards pay for a mission.
import { pieceOf } from '../../kernel/pieces.ts';
import { agrees } from '../../kernel/wish.ts';
import {
  type Card,
  type CardId,
  type Components,
  type Mission,
  type MissionId,
  SPICES,
  type Spice,
} from './components.ts';

/** BOR-3.4: spices on the cards, and jokers. */
interface Supply extends Record<Spice, number> {
  wild: number;
}

/** BOR-14.2: a card of the payment that counts as another spice. */
export interface Trade {
  card: CardId;
  as: string;
}

/** A card as it counts in this payment: a traded one has another spice. */
type Coin = Card;

type Need = Mission['need'];

function noSupply(): Supply {
  return { pepper: 0, cinnamon: 0, cloves: 0, nutmeg: 0, wild: 0 };
}

function add(supply: Supply, coin: Coin, times: 1 | -1): void {
  const units = coin.units * times;
  if (coin.spice === 'crate') supply.wild += units;
  else supply[coin.spice] += units;
}

/** How many jokers are still missing, or (negative) left over. */
function shortfall(supply: Supply, need: Need): number {
  let missing = -supply.wild;
  for (const spice of SPICES) if (need[spice] > supply[spice]) missing += need[spice] - supply[spice];
  return missing;
}

/** BOR-3.5 */
function suffices(supply: Supply, need: Need): boolean {
  return shortfall(supply, need) <= 0;
}

function coinsOf(components: Components, cards: readonly CardId[]): Card[] {
  return cards.map((card) => pieceOf(components.cardOf, card));
}

/** BOR-14.2: all units of the traded card count as the other spice. */
function traded(coin: Card, as: Spice): Coin {
  return { id: coin.id, spice: as, units: coin.units };
}

type PaymentFault = 'payment-insufficient' | 'trade-not-needed' | 'payment-excess';

/** Why a payment is invalid, given that its cards and its trade are possible. */
export function judgePayment(
  components: Components,
  mission: Mission,
  cards: readonly CardId[],
  trade: { readonly card: CardId; readonly as: Spice } | undefined,
): PaymentFault | undefined {
  const { need } = mission;
  const supply = noSupply();
  const plain = coinsOf(components, cards);
  const coins = plain.map((coin) => (coin.id === trade?.card ? traded(coin, trade.as) : coin));
  for (const coin of coins) add(supply, coin, 1);
  if (!suffices(supply, need)) return 'payment-insufficient';
  if (trade !== undefined) {
    const untraded = noSupply();
    for (const coin of plain) add(untraded, coin, 1);
    if (suffices(untraded, need)) return 'trade-not-needed';
  }
  const others = coins.filter((coin) => coin.id !== trade?.card);
  return others.some((coin) => isSuperfluous(supply, coin, need)) ? 'payment-excess' : undefined;
}

/** BOR-3.7 */
function isSuperfluous(supply: Supply, coin: Coin, need: Need): boolean {
  add(supply, coin, -1);
  const superfluous = suffices(supply, need);
  add(supply, coin, 1);
  return superfluous;
}

/** BOR-15.2: whether any of the missions can be paid at all. */
export function canPayAny(
  components: Components,
  missions: readonly MissionId[],
  warehouse: readonly CardId[],
  mayTrade: boolean,
): boolean {
  return missions.some((id) => canPay(components, pieceOf(components.missionOf, id), warehouse, mayTrade));
}

/** Whether the whole warehouse can pay for the mission, with one trade if necessary. */
function canPay(
  components: Components,
  mission: Mission,
  warehouse: readonly CardId[],
  mayTrade: boolean,
): boolean {
  const { need } = mission;
  const supply = noSupply();
  for (const card of warehouse) add(supply, pieceOf(components.cardOf, card), 1);
  if (suffices(supply, need)) return true;
  if (!mayTrade) return false;
  return warehouse.some((card) => {
    const coin = pieceOf(components.cardOf, card);
    return otherSpices(coin, need).some((as) => {
      add(supply, coin, -1);
      supply[as] += coin.units;
      const enough = suffices(supply, need);
      supply[as] -= coin.units;
      add(supply, coin, 1);
      return enough;
    });
  });
}

/** What a card could usefully be traded for: a different spice that the mission needs. */
function otherSpices(coin: Card, need: Need): Spice[] {
  if (coin.spice === 'crate') return [];
  return SPICES.filter((spice) => spice !== coin.spice && need[spice] > 0);
}

/** A warehouse: the cards that a payment must have, and those that it may have besides, in the same order. */
interface Purse {
  readonly paid: readonly CardId[];
  readonly free: readonly CardId[];
}

/** What a wish for the cards of a payment leaves of a warehouse. */
export function purseFor(warehouse: readonly CardId[], given?: unknown): Purse {
  if (Array.isArray(given)) return { paid: warehouse.filter((card) => given.includes(card)), free: [] };
  const wished = typeof given === 'object' && given !== null ? given : {};
  const paid = new Set(warehouse.filter((card) => Reflect.get(wished, card) === true));
  const isFree = (card: CardId) => !paid.has(card) && Reflect.get(wished, card) !== null;
  return { paid: [...paid], free: warehouse.filter(isFree) };
}

/** Every payment without a trade that BOR-3.5 and BOR-3.7 accept, in the order of the warehouse. */
export function* payments(
  components: Components,
  mission: Mission,
  warehouse: readonly CardId[],
  purse: Purse = purseFor(warehouse),
): Generator<CardId[]> {
  const { paid, free } = purse;
  const sets = minimalSets(coinsOf(components, free), coinsOf(components, paid), noSupply(), mission.need);
  for (const chosen of sets) yield inOrder(warehouse, chosen);
}

interface TradedPayment {
  readonly cards: CardId[];
  readonly trade: Trade;
}

/** Every payment with a trade that is needed (BOR-14.7), in the order of the warehouse; `given`: of these trades. */
export function* tradedPayments(
  components: Components,
  mission: Mission,
  warehouse: readonly CardId[],
  purse: Purse = purseFor(warehouse),
  given?: unknown,
): Generator<TradedPayment> {
  const { need } = mission;
  const paid = coinsOf(components, purse.paid);
  const free = coinsOf(components, purse.free);
  for (const card of coinsOf(components, warehouse)) {
    if (!paid.includes(card) && !free.includes(card)) continue;
    const others = (coins: readonly Coin[]) => coins.filter((coin) => coin !== card);
    for (const as of otherSpices(card, need)) {
      const trade = { card: card.id, as };
      if (given !== undefined && !agrees(trade, given)) continue;
      const supply = noSupply();
      add(supply, traded(card, as), 1);
      for (const chosen of minimalSets(others(free), others(paid), supply, need)) {
        const cards = inOrder(warehouse, [card, ...chosen]);
        if (judgePayment(components, mission, cards, trade) === undefined) yield { cards, trade };
      }
    }
  }
}

function inOrder(warehouse: readonly CardId[], coins: readonly Coin[]): CardId[] {
  const ids = new Set(coins.map(({ id }) => id));
  return warehouse.filter((card) => ids.has(card));
}

/**
 * Every minimal set with the coins `paid` that, together with what is already there, is sufficient. Goes through the
 * other coins in order, taking or skipping each; a sufficient set is not extended, because every further
 * coin would be superfluous, and a coin that is useless when it is reached stays useless.
 */
function* minimalSets(
  coins: readonly Coin[],
  paid: readonly Coin[],
  supply: Supply,
  need: Need,
): Generator<Coin[]> {
  for (const coin of paid) {
    if (worthOf(coin, supply, need) === 0) return;
    add(supply, coin, 1);
  }
  const chosen: number[] = [];
  const reserve = reservesOf(coins, need);
  let missing = shortfall(supply, need);
  let next = 0;
  for (;;) {
    if (missing <= 0) {
      const set = [...paid, ...chosen.map((index) => coins[index] as Coin)];
      if (!set.some((coin) => isSuperfluous(supply, coin, need))) yield set;
    } else if (missing <= (reserve[next] ?? 0)) {
      while (next < coins.length && worthOf(coins[next] as Coin, supply, need) === 0) next++;
      if (next < coins.length) {
        const coin = coins[next] as Coin;
        missing -= worthOf(coin, supply, need);
        add(supply, coin, 1);
        chosen.push(next++);
        continue;
      }
    }
    const last = chosen.pop();
    if (last === undefined) return;
    const coin = coins[last] as Coin;
    add(supply, coin, -1);
    missing += worthOf(coin, supply, need);
    next = last + 1;
  }
}

/** By how much a coin that is not in the supply would lower the shortfall. */
function worthOf({ spice, units }: Coin, supply: Supply, need: Need): number {
  if (spice === 'crate') return units;
  return Math.max(0, Math.min(units, need[spice] - supply[spice]));
}

/** The most that the coins from each index on can contribute. */
function reservesOf(coins: readonly Coin[], need: Need): number[] {
  const reserve = new Array<number>(coins.length + 1).fill(0);
  for (let index = coins.length - 1; index >= 0; index--) {
    const { spice, units } = coins[index] as Coin;
    const useful = spice === 'crate' || need[spice] > 0 ? units : 0;
    reserve[index] = (reserve[index + 1] as number) + useful;
  }
  return reserve;
}
