// Every event has its weight, and what events give and take adds up to what the players own.
import { expect, test } from '@jest/globals';
import { rotterdam as rotterdamGame } from '../../shared/games/rotterdam/index.ts';
import { newsFor } from '../../shared/kernel/journal.ts';
import { begin, playSteps, randomCommand, seedOf } from '../../shared/testing/play.ts';
import { testedGames } from '../../shared/testing/registry.ts';
import { ownersIn } from '../wording/wording.ts';
import type { Gain, Weight } from './board.ts';
import { weighing as borneo } from './borneo/weighing.ts';
import { weighing as cabo } from './cabo-da-roca/weighing.ts';
import { weighing as dockers } from './dockers/weighing.ts';
import { BOARDS } from './index.ts';
import { atlasOf } from './rotterdam/atlas.ts';
import { weighing as rotterdam } from './rotterdam/weighing.ts';

interface Tested {
  readonly weighing: {
    readonly weights: Readonly<Record<string, Weight>>;
    readonly gains: (events: readonly never[], assets: never) => readonly Gain[];
    readonly units: Readonly<Record<string, unknown>>;
  };
  /** By unit, what a seat owns according to the public view. */
  readonly owned: Readonly<Record<string, (view: never, seat: number) => number>>;
}

type Player<Fields> = { readonly players: readonly Fields[] };
const { cards: advantages } = atlasOf(rotterdamGame.catalogue.of(rotterdamGame.builtIn));
const WEIGHED: Readonly<Record<string, Tested>> = {
  borneo: {
    weighing: borneo,
    owned: {
      spices: ({ players }: Player<{ warehouse: readonly string[] }>, seat) =>
        players[seat]?.warehouse.length ?? 0,
    },
  },
  'cabo-da-roca': {
    weighing: cabo,
    owned: {
      coins: ({ seats }: { readonly seats: readonly { readonly coins: number }[] }, seat) =>
        seats[seat]?.coins ?? 0,
    },
  },
  dockers: {
    weighing: dockers,
    owned: { primes: ({ players }: Player<{ primes: number }>, seat) => players[seat]?.primes ?? 0 },
  },
  rotterdam: {
    weighing: rotterdam,
    owned: {
      products: ({ players }: Player<{ productCount: number }>, seat) => players[seat]?.productCount ?? 0,
      points: ({ players }: Player<{ missionPoints: number; laid: readonly string[] }>, seat) => {
        const { missionPoints = 0, laid = [] } = players[seat] ?? {};
        return laid.reduce((sum, card) => sum + (advantages.get(card)?.points ?? 0), missionPoints);
      },
    },
  },
};
const MATCHES = 3;
const LONGEST = 500;

test('every board weighs its events', () => {
  expect(Object.keys(WEIGHED).toSorted()).toEqual(Object.keys(BOARDS).toSorted());
});

const weighed = testedGames.filter(({ id }) => Object.hasOwn(BOARDS, id));

test.each(weighed.map((one) => [one.id, one] as const))('%s', (id, { game, family }) => {
  const catalogue = family.catalogue.of(family.builtIn);
  const { weighing, owned } = WEIGHED[id] as Tested;
  expect(Object.keys(weighing.weights).toSorted()).toEqual([...game.events].toSorted());
  const owners = ownersIn(catalogue);
  const gainsIn = (events: readonly unknown[]) =>
    weighing.gains(events as never, { catalogue, ownerOf: (piece: string) => owners.get(piece) } as never);
  const seen = new Set<string>();
  for (let n = 1; n <= MATCHES; n++) {
    const seats = n === 1 ? game.seats.min : game.seats.max;
    const { state } = begin(game, seats, seedOf(n));
    const events: unknown[] = [];
    const first = game.publicView(state) as never;
    let last = first;
    let left = LONGEST;
    for (const { after, news } of playSteps(game, state, seedOf(n), () => randomCommand)) {
      if (newsFor(news, null).some(({ type }) => type === 'player-eliminated' || type === 'game-ended'))
        break;
      events.push(...newsFor(news, null));
      last = game.publicView(after) as never;
      if (--left === 0) break;
    }
    const gains = gainsIn(events);
    for (const { unit, amount } of gains) if (amount !== 0) seen.add(`${unit} ${amount > 0 ? '+' : '−'}`);
    for (const [unit, own] of Object.entries(owned)) {
      const sums = Array.from({ length: seats }, (_, seat) =>
        gains.reduce((sum, gain) => sum + (gain.seat === seat && gain.unit === unit ? gain.amount : 0), 0),
      );
      expect(sums).toEqual(sums.map((_, seat) => own(last, seat) - own(first, seat)));
    }
  }
  // All units came up.
  expect([...new Set([...seen].map((one) => one.split(' ')[0]))].toSorted()).toEqual(
    Object.keys(weighing.units).toSorted(),
  );
});
