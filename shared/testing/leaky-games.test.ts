// The secrecy part of the contract catches games that leak: mistakes that an author could make.
import { describe, expect, test } from '@jest/globals';
import { borneo } from '../games/borneo/index.ts';
import { secrets as borneoSecrets } from '../games/borneo/testing/secrets.ts';
import { caboDaRoca } from '../games/cabo-da-roca/index.ts';
import { secrets as caboSecrets } from '../games/cabo-da-roca/testing/secrets.ts';
import { dockers } from '../games/dockers/index.ts';
import { secrets as dockersSecrets } from '../games/dockers/testing/secrets.ts';
import { type Rotterdam, rotterdam } from '../games/rotterdam/index.ts';
import { secrets as rotterdamSecrets } from '../games/rotterdam/testing/secrets.ts';
import type { Game, GameFamily, News, Outcome, Shape } from '../kernel/game.ts';
import { reveal } from '../kernel/reveal.ts';
import type { Seat } from '../kernel/seat.ts';
import type { Frozen, Hidden } from '../kernel/secrecy.ts';
import { faceDown, faceDownSecrets } from './face-down.ts';
import { begin, optionsOf, type Policy, playSteps, randomCommand, seedOf } from './play.ts';
import { newTally, type Secrets, secrecyFindings } from './secrecy-contract.ts';

/** A leak may take several games to show. */
const GAMES = 12;

interface Subject<G extends Shape> {
  readonly game: Game<G>;
  readonly secrets: Secrets<G>;
  readonly seats: number;
  readonly options?: object;
  readonly policy?: Policy<G>;
  /** The first of these games: one in which happens what is rare. */
  readonly first?: number;
}

/** The first finding of the suite in some random games. */
function firstFinding<G extends Shape>(subject: Subject<G>, planted: Partial<Game<G>>): string | undefined {
  const game: Game<G> = { ...subject.game, ...planted };
  const options = optionsOf(game, subject.seats, subject.options ?? {});
  const { first = 1 } = subject;
  for (let n = first; n < first + GAMES; n++) {
    const begun = game.setup(options, subject.seats, seedOf(n * 1000));
    const steps = playSteps(game, begun.state, seedOf(n), () => subject.policy ?? randomCommand);
    const [found] = secrecyFindings(subject.secrets, game, begun, steps, { seats: subject.seats, n });
    if (found !== undefined) return found;
  }
  return undefined;
}

function built<G extends Shape>(family: GameFamily<G>): Game<G> {
  const edition = family.parseEdition(family.builtIn);
  if (!edition.ok) throw new Error(edition.reasons.join('; '));
  return family.withEdition(edition.value);
}

/** Changes the news of every accepted command. */
function retold<G extends Shape>(
  game: Game<G>,
  change: (
    item: News<G['Event']>,
    played: { before: Frozen<G['State']>; after: Frozen<G['State']>; seat: Seat; command: G['Command'] },
  ) => News<G['Event']>,
): Partial<Game<G>> {
  return {
    apply: (before, seat, command): Outcome<G> => {
      const outcome = game.apply(before, seat, command);
      if (!outcome.ok) return outcome;
      const after = outcome.state;
      return { ...outcome, news: outcome.news.map((item) => change(item, { before, after, seat, command })) };
    },
  };
}

/** Sends to all viewers what only entitled seats should get of one event type. */
function loud<G extends Shape>(game: Game<G>, type: G['Event']['type']): Partial<Game<G>> {
  return retold(game, (item) => {
    const event = item.only?.[0]?.event;
    return item.all.type === type && event !== undefined ? { all: event } : item;
  });
}

/** One more field in a public event, as a careless author might add. */
function withMore<G extends Shape>(
  game: Game<G>,
  type: G['Event']['type'],
  more: (state: Frozen<G['State']>, seat: Seat) => unknown,
): Partial<Game<G>> {
  return retold(game, (item, { after, seat }) =>
    item.all.type === type
      ? { all: { ...item.all, more: more(after, seat) }, ...(item.only && { only: item.only }) }
      : item,
  );
}

/** One bit of the next seat's hand: enough to leak, too little to notice. */
function secretBit<G extends Shape>(
  game: Game<G>,
  state: Frozen<G['State']>,
  seat: Seat,
  seats: number,
): boolean {
  const text = JSON.stringify(game.seatView(state, (seat + 1) % seats));
  return [...text].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 2 === 0;
}

/** Mistakes possible in any game. */
function commonMistakes<G extends Shape>({ game, seats }: Subject<G>): [string, Partial<Game<G>>][] {
  return [
    [
      'a code that depends on what another seat holds',
      {
        apply: (state, seat, command) => {
          const outcome = game.apply(state, seat, command);
          if (outcome.ok || !secretBit(game, state, seat, seats)) return outcome;
          return { ok: false, code: 'wrong-phase', rule: null };
        },
      },
    ],
    [
      'a detail of a refusal that depends on what another seat holds',
      {
        apply: (state, seat, command) => {
          const outcome = game.apply(state, seat, command);
          return outcome.ok || !secretBit(game, state, seat, seats) ? outcome : { ...outcome, detail: 'x' };
        },
      },
    ],
    [
      'a kind of decision that depends on what another seat holds',
      {
        decisions: (state) =>
          game
            .decisions(state)
            .map((one) => (secretBit(game, state, one.seat, seats) ? { ...one, allotment: 'long' } : one)),
      },
    ],
    [
      'a number of legal commands that depends on what another seat holds',
      {
        legal: (state, seat) => {
          const all = [...game.legal(state, seat)];
          return all.length > 1 && secretBit(game, state, seat, seats) ? all.slice(1) : all;
        },
      },
    ],
    [
      'a field of the public view that depends on what a seat holds',
      {
        publicView: (state) => ({ ...game.publicView(state), more: secretBit(game, state, 0, seats) }),
      },
    ],
    [
      'a field of a seat view that depends on what another seat holds',
      {
        seatView: (state, seat) => ({
          ...game.seatView(state, seat),
          more: JSON.stringify(game.seatView(state, (seat + 1) % seats)),
        }),
      },
    ],
    [
      'an event that is told or not for what the next seat holds',
      {
        apply: (state, seat, command) => {
          const outcome = game.apply(state, seat, command);
          if (!outcome.ok || !secretBit(game, state, seat, seats)) return outcome;
          return { ...outcome, news: outcome.news.slice(1) };
        },
      },
    ],
  ];
}

function describeLeaks<G extends Shape>(
  name: string,
  subject: Subject<G>,
  own: (game: Game<G>) => [string, Partial<Game<G>>][],
): void {
  describe(`${name}, if it leaked:`, () => {
    test.each([...commonMistakes(subject), ...own(subject.game)])('%s is caught', (_what, planted) => {
      expect(firstFinding(subject, planted)).toEqual(expect.any(String));
    });
  });
}

/** Where one command has several events. */
function inOtherOrder<G extends Shape>({ game, seats }: Subject<G>): [string, Partial<Game<G>>] {
  return [
    'an order of events that depends on what the next seat holds',
    {
      apply: (state, seat, command) => {
        const outcome = game.apply(state, seat, command);
        if (!outcome.ok || !secretBit(game, state, seat, seats)) return outcome;
        return { ...outcome, news: outcome.news.toReversed() };
      },
    },
  ];
}

const top = (pile: Hidden<readonly string[]> | undefined) => (pile && reveal(pile).at(-1)) ?? null;

const table = { game: faceDown, secrets: faceDownSecrets, seats: 3 };
// The unmodified games are tested by their contract suites.
test('cards laid face down, without a leak: nothing is found', () => {
  expect(firstFinding(table, {})).toBeUndefined();
});

describeLeaks('cards laid face down', table, (game) => [
  ['the card that was laid', loud(game, 'card-laid')],
  [
    'whether the card that was laid is a high one',
    retold(game, (item, { command }) => ({
      ...item,
      all: { ...item.all, more: Number(command.card.slice(5)) > 11 },
    })),
  ],
  [
    'the first card that is left',
    withMore(game, 'card-laid', (state, seat) => game.seatView(state, seat).hand[0] ?? null),
  ],
  [
    'the highest card of all that lie',
    withMore(
      game,
      'card-laid',
      ({ players }) => players.flatMap(({ laid }) => reveal(laid)).sort()[0] ?? null,
    ),
  ],
]);

const companies = { game: built(borneo), secrets: borneoSecrets, seats: 4 };
describeLeaks('borneo', companies, (game) => [
  inOtherOrder(companies),
  ['the cards that a seat drew', loud(game, 'cards-drawn')],
  ['the next card of the pile', withMore(game, 'turn-started', ({ hidden }) => top(hidden.deck))],
  ['the pile, where cards are drawn', withMore(game, 'cards-drawn', ({ hidden }) => top(hidden.deck))],
  [
    'the next harbour, where one is revealed',
    withMore(game, 'harbour-revealed', ({ hidden }) => top(hidden.harbourPile)),
  ],
  [
    'the rest of a hand, where a card is played',
    withMore(game, 'shipment-played', (state, seat) => game.seatView(state, seat).hand[0] ?? null),
  ],
  [
    'the rest of a hand, where cards defend',
    withMore(game, 'fight-resolved', (state, seat) => game.seatView(state, seat).hand[0] ?? null),
  ],
]);

const quays = { game: built(dockers), secrets: dockersSecrets, seats: 3 };
describeLeaks('dockers', quays, (game) => [
  inOtherOrder(quays),
  ['the goods that a seat drew', loud(game, 'goods-drawn')],
  [
    'the tile that a seat keeps',
    withMore(game, 'goods-laid', (state, seat) => game.seatView(state, seat).goods[0] ?? null),
  ],
  [
    'the tile that a seat takes back, where one is traded',
    withMore(game, 'goods-traded', (state, seat) => game.seatView(state, seat).goods.at(-1) ?? null),
  ],
  ['the next goods', withMore(game, 'turn-started', ({ hidden }) => top(hidden.goodsPile))],
  [
    'the next event, where one is auctioned',
    withMore(game, 'auction-opened', ({ hidden }) => top(hidden.eventPile)),
  ],
  [
    'the ship after the next, where one docks',
    withMore(game, 'ship-docked', ({ hidden }) => top(hidden.shipsBelow)),
  ],
]);

/** Trades whenever it can. */
const trader: Policy<Rotterdam> = (game, state, seat, luck) => {
  const answers: Rotterdam['Command'][] = [];
  for (const command of game.legal(state, seat)) {
    if (command.type === 'accept-offer') return command;
    if (answers.push(command) >= 100) break;
  }
  return randomCommand(game, state, seat, luck);
};
const trade = {
  game: built(rotterdam),
  secrets: rotterdamSecrets,
  seats: 3,
  options: { targetMissionPoints: 6 },
  policy: trader,
  first: 34,
};
describeLeaks('rotterdam', trade, (game) => [
  inOtherOrder(trade),
  ['the product that was unloaded', loud(game, 'ship-unloaded')],
  ['the cards that a seat drew', loud(game, 'navigation-drawn')],
  ['an offer to one seat', loud(game, 'trade-offered')],
  ['a trade between two others', loud(game, 'trade-completed')],
  ['the mission drawn for a fulfilled one', loud(game, 'mission-fulfilled')],
  [
    'what is left in a hand, where products are unloaded',
    withMore(game, 'ship-unloaded', (state, seat) => game.seatView(state, seat).missions[0] ?? null),
  ],
  ['the next card', withMore(game, 'turn-started', ({ hidden }) => top(hidden.navigationPile))],
]);

const sea = { game: built(caboDaRoca), secrets: caboSecrets, seats: 2, options: { hiddenCargo: true } };
describeLeaks('cabo-da-roca', sea, (game) => [
  inOtherOrder(sea),
  ['the hidden cargo', loud(game, 'cargo-loaded')],
  ['the next tile, where one is drawn', withMore(game, 'tile-drawn', ({ hidden }) => top(hidden.stack))],
  ['the next card, where one is loaded', withMore(game, 'cargo-loaded', ({ hidden }) => top(hidden.deck))],
  ['the next card, where one is refused', withMore(game, 'cargo-refused', ({ hidden }) => top(hidden.deck))],
  ['the next tile, where one is laid', withMore(game, 'tile-placed', ({ hidden }) => top(hidden.stack))],
  [
    'a hidden cargo, where its ship sails',
    withMore(game, 'ship-departed', (state, seat) => game.seatView(state, seat).cargoes[0]?.cardId ?? null),
  ],
]);

test('most steps can be compared', () => {
  const { game, secrets, seats } = { game: built(borneo), secrets: borneoSecrets, seats: 4 };
  const tally = newTally();
  const begun = begin(game, seats, seedOf(1));
  const steps = playSteps(game, begun.state, seedOf(2), () => randomCommand);
  expect([...secrecyFindings(secrets, game, begun, steps, { seats, n: 1, tally })]).toEqual([]);
  expect(tally.compared).toBeGreaterThan(10 * tally.incomparable);
  expect(tally.alternatives).toBeGreaterThan(tally.compared);
});
