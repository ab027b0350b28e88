// The built-in opponent: takes the move with the best immediate result. Sees one seat's views only.
import { pieceOf } from '../../kernel/pieces.ts';
import type { SightOf } from '../../kernel/play.ts';
import { below, type Rng } from '../../kernel/rng.ts';
import type { Seat } from '../../kernel/seat.ts';
import {
  type Outlook,
  outlookOf,
  type Standing,
  shipmentWorth,
  standingWorth,
  worthOf,
  worthToOwner,
} from './bot/outlook.ts';
import { subsets } from './cards.ts';
import type { Command } from './commands.ts';
import { COMPANIES, type Company, type Components, ownerOf, type ShipmentId } from './components.ts';
import { payments, tradedPayments } from './payment.ts';
import type { Types } from './state.ts';

/** The maximum number of payments considered per mission. */
const LOOKED_AT = 40;
/** The maximum number of cards spent on an attack. */
const MOST_ATTACK_CARDS = 2;
/** The probability that an unseen card has three flags, or any, of a given company. */
const SOLID = 0.2;
const FITTING = 0.6;

interface Choice extends Outlook {
  readonly hand: readonly ShipmentId[];
}

export function greedy({ components, all, own, seat, luck }: SightOf<Types>): Command {
  const view: Choice = { ...outlookOf(components, all, seat), hand: own.hand };
  switch (all.phase) {
    case 'placement':
      return best(placements(view), luck);
    case 'mission':
    case 'final-mission':
      return best(missions(view), luck);
    case 'company':
      return best(companyMoves(view), luck);
    case 'defence':
      return defence(view);
    case 'retreat':
      return best(retreats(view), luck);
    case 'reward':
      return best(rewards(view), luck);
    case 'shipment':
      return best(shipments(view), luck);
    case 'pick':
      return best(picks(view), luck);
    case 'discard':
      return discard(view);
    case 'finished':
      throw new Error('the game is over');
  }
}

type Valued = readonly [command: Command, worth: number];

/** The command with the highest value; ties are broken at random. */
function best(choices: Iterable<Valued>, luck: Rng): Command {
  let top: Command[] = [];
  let worth = Number.NEGATIVE_INFINITY;
  for (const [command, value] of choices) {
    if (value > worth) {
      top = [command];
      worth = value;
    } else if (value === worth) {
      top.push(command);
    }
  }
  const chosen = top[top.length > 1 ? below(luck, top.length) : 0];
  if (chosen === undefined) throw new Error('nothing to choose from');
  return chosen;
}

function openCompanies({ components, standing }: Choice): Company[] {
  return COMPANIES.filter((company) => standing[company].length < components.constants.slotsPerCompany);
}

/** The standing with one column changed. */
function withColumn(standing: Standing, company: Company, column: Seat[]): Standing {
  return { ...standing, [company]: column };
}

function* placements(view: Choice): Generator<Valued> {
  const { all, standing, seat, hand, components } = view;
  for (const company of openCompanies(view)) {
    const column = standing[company];
    if (all.options.distinctSetupCompanies && column.includes(seat)) continue;
    const flags = flagsIn(components, company, hand);
    const worth = standingWorth(view, withColumn(standing, company, [...column, seat])) + 0.05 * flags;
    yield [{ type: 'place-merchant', company }, worth];
  }
}

function flagsIn(components: Components, company: Company, cards: readonly ShipmentId[]): number {
  return cards.reduce((sum, card) => sum + pieceOf(components.shipmentOf, card).tally[company], 0);
}

function* missions({ components, all, seat }: Choice): Generator<Valued> {
  yield [{ type: 'skip-mission' }, 0];
  const final = all.phase === 'final-mission';
  const trading = !final && all.options.blackbeard && all.pirateShip !== seat;
  const warehouse = all.players[seat]?.warehouse ?? [];
  // At the end a card counts one point; before that it may still help pay for something else.
  const cost = (cards: readonly string[]) =>
    cards.reduce((sum, card) => sum + (final ? 1 : 0.5 + 0.5 * worthOf(pieceOf(components.cardOf, card))), 0);
  for (const id of all.availableMissions) {
    const mission = pieceOf(components.missionOf, id);
    let looked = 0;
    for (const cards of payments(components, mission, warehouse)) {
      yield [{ type: 'complete-mission', mission: id, cards }, mission.vp - cost(cards)];
      if (++looked >= LOOKED_AT) break;
    }
    if (looked > 0 || !trading) continue;
    for (const { cards, trade } of tradedPayments(components, mission, warehouse)) {
      yield [{ type: 'complete-mission', mission: id, cards, trade }, mission.vp - cost(cards) - 1];
      if (++looked >= LOOKED_AT) break;
    }
  }
}

function* companyMoves(view: Choice): Generator<Valued> {
  const now = standingWorth(view, view.standing);
  yield [{ type: 'skip-company' }, 0.1];
  yield* transfers(view, now);
  yield* attacks(view, now);
}

function* transfers(view: Choice, now: number): Generator<Valued> {
  const { all, standing, seat } = view;
  const open = openCompanies(view);
  for (const from of COMPANIES) {
    for (const [index, merchant] of all.companies[from].entries()) {
      if (ownerOf(merchant) !== seat) continue;
      const left = withColumn(standing, from, standing[from].toSpliced(index, 1));
      for (const to of open) {
        if (to === from) continue;
        const worth = standingWorth(view, withColumn(left, to, [...standing[to], seat])) - now;
        yield [{ type: 'transfer-merchant', merchant, to }, worth];
      }
    }
  }
}

function* attacks(view: Choice, now: number): Generator<Valued> {
  const { all, standing, seat, hand, components } = view;
  for (const company of COMPANIES) {
    const column = all.companies[company];
    const fitting = hand.filter((card) => pieceOf(components.shipmentOf, card).tally[company] > 0);
    const most = Math.min(MOST_ATTACK_CARDS, hand.length - 1);
    for (let low = 1; low < column.length; low++) {
      if (standing[company][low] !== seat) continue;
      for (let high = 0; high < low; high++) {
        const owner = standing[company][high];
        if (owner === undefined || owner === seat) continue;
        const swapped = standing[company].with(high, seat).with(low, owner);
        const gain = standingWorth(view, withColumn(standing, company, swapped)) - now;
        if (gain <= 0) continue;
        for (const cards of subsets(fitting, 1, most)) {
          const flags = flagsIn(components, company, cards);
          const chance = chanceAgainst(
            all.players[owner]?.handCount ?? 0,
            flags - (low - high - 1),
            cards.length,
          );
          const price = priceOf(view, company, cards);
          const attacker = column[low] ?? '';
          const defender = column[high] ?? '';
          yield [{ type: 'attack', attacker, defender, cards }, chance * gain - (1 - chance) - price];
        }
      }
    }
  }
}

/** The probability that a defender with this many cards cannot exceed the attacker's lead in flags. */
function chanceAgainst(handCount: number, lead: number, cards: number): number {
  if (lead < 0) return 0;
  if (handCount < 2 || lead >= 3 * cards) return 1;
  if (lead === 0) return (1 - FITTING) ** handCount;
  const noSolid = (1 - SOLID) ** handCount;
  return lead < 3 ? noSolid : Math.sqrt(noSolid);
}

/** The cheapest cards that hold the place, if it is worth them. */
function defence(view: Choice): Command {
  const { all, hand, components, standing } = view;
  const { fight } = all;
  if (fight === null) throw new Error('nobody fights');
  const { company, attackCards, bonus } = fight;
  const stake = standingWorth(view, standing) - Math.max(...Array.from(retreats(view), ([, worth]) => worth));
  const wanted = flagsIn(components, company, attackCards) - bonus;
  const fitting = hand.filter((card) => pieceOf(components.shipmentOf, card).tally[company] > 0);
  const most = Math.min(attackCards.length, hand.length - 1);
  let chosen: ShipmentId[] = [];
  let least = stake;
  for (const cards of subsets(fitting, 1, most)) {
    if (flagsIn(components, company, cards) <= wanted) continue;
    const price = priceOf(view, company, cards);
    if (price >= least) continue;
    chosen = cards;
    least = price;
  }
  return { type: 'defend', cards: chosen };
}

/** What spending these cards on a fight costs. */
function priceOf({ components, hand }: Choice, company: Company, cards: readonly ShipmentId[]): number {
  return cards.length * (hand.length > 4 ? 0.35 : 0.7) + 0.02 * flagsIn(components, company, cards);
}

function* retreats(view: Choice): Generator<Valued> {
  const { all, standing } = view;
  const { fight } = all;
  if (fight === null) throw new Error('nobody fights');
  const { company, attacker, defender } = fight;
  const column = standing[company];
  const low = all.companies[company].indexOf(attacker);
  const high = all.companies[company].indexOf(defender);
  const beaten = column.with(high, ownerOf(attacker));
  const loser = ownerOf(defender);
  const swapped = withColumn(standing, company, beaten.with(low, loser));
  yield [{ type: 'choose-retreat', to: 'swap' }, standingWorth(view, swapped)];
  const left = withColumn(standing, company, beaten.toSpliced(low, 1));
  for (const to of openCompanies(view)) {
    if (to === company) continue;
    const worth = standingWorth(view, withColumn(left, to, [...standing[to], loser]));
    yield [{ type: 'choose-retreat', to }, worth];
  }
}

function* rewards(view: Choice): Generator<Valued> {
  for (const card of view.all.fight?.defenceCards ?? [])
    yield [{ type: 'choose-reward', card }, worthToOwner(view, card)];
}

function* shipments(view: Choice): Generator<Valued> {
  for (const card of view.hand) {
    for (let slot = 0; slot < view.all.slots.length; slot++)
      yield [{ type: 'play-shipment', card, slot }, shipmentWorth(view, card, slot)];
  }
}

function* picks(view: Choice): Generator<Valued> {
  for (const card of view.all.distribution?.remaining ?? [])
    yield [{ type: 'pick-spice', card }, worthToOwner(view, card)];
}

/** The cards that are least useful at any harbour. */
function discard(view: Choice): Command {
  const { hand, components, all } = view;
  const use = (card: ShipmentId) => Math.max(...all.slots.map((_, slot) => shipmentWorth(view, card, slot)));
  const byUse = hand.map((card) => ({ card, use: use(card) })).sort((a, b) => a.use - b.use);
  const excess = hand.length - components.constants.handLimit;
  return { type: 'discard-excess', cards: byUse.slice(0, excess).map(({ card }) => card) };
}
