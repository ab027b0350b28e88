// Every game deals by name: tables with the same seed have the same piles, and nothing that happens at one of them
// changes what a pile will be there.
import { describe, expect, test } from '@jest/globals';
import type { Game, Shape } from '../kernel/game.ts';
import { reveal } from '../kernel/reveal.ts';
import { createRng, type Rng, shuffle } from '../kernel/rng.ts';
import { seatsFrom } from '../kernel/seat.ts';
import type { Frozen, Hidden } from '../kernel/secrecy.ts';
import { begin, randomCommand, seedOf } from './play.ts';
import { testedGames } from './registry.ts';

interface Dealt extends Shape {
  State: Shape['State'] & {
    rng: Hidden<{ seed: string; draws: Readonly<Record<string, number>> }>;
    shown: Record<string, string[]>;
    hidden: Record<string, unknown>;
  };
}
type State = Frozen<Dealt['State']>;

const TABLES = 6;
const MOVES = 120;

/**
 * Where used pieces wait until the pile is shuffled, and the pile, by the name of the pile. Emptying the pile makes it
 * happen soon. The others are shuffled at the beginning only, or with what they hold.
 */
const USED: Readonly<Record<string, Readonly<Record<string, readonly [used: string, pile: string]>>>> = {
  borneo: { deck: ['discard', 'deck'] },
  'cabo-da-roca': { deck: ['discard', 'deck'] },
  dockers: { events: ['eventDiscard', 'eventPile'], goods: ['removedGoods', 'goodsPile'] },
  rotterdam: { navigation: ['navigationDiscard', 'navigationPile'] },
  salvage: {},
};

const drawsOf = (state: State) => reveal(state.rng).draws;
const tables = Array.from({ length: TABLES }, (_, n) => n);

describe.each(testedGames.map(({ id, game }) => [id, game as unknown as Game<Dealt>] as const))(
  '%s:',
  (id, game) => {
    const seats = game.seats.max;

    test('all piles have names, and the same seed deals the same no matter who begins', () => {
      for (const n of tables) {
        const { state } = begin(game, seats, seedOf(n));
        expect(Object.keys(reveal(state.rng)).sort()).toEqual(['draws', 'seed']);
        expect(new Set(Object.values(drawsOf(state)))).toEqual(new Set([1]));
        if (drawsOf(state)['first-seat'] === undefined) continue;
        const others = seatsFrom(0, seats).map((firstSeat) => begin(game, seats, seedOf(n), { firstSeat }));
        // Missions of Rotterdam are dealt clockwise from the captain, all else lies as it was shuffled.
        const piles = ({ hidden }: State) => JSON.stringify({ ...hidden, missions: null });
        expect(new Set([state, ...others.map((one) => one.state)].map(piles)).size).toBe(1);
      }
    });

    test('a pile that is shuffled anew is the same in whatever order pieces came there, and whatever was drawn', () => {
      const met = new Set<string>();
      for (const n of tables) {
        const luck = createRng(seedOf(n + 100));
        let { state } = begin(game, seats, seedOf(n)) as { state: State };
        for (let move = 0; move < MOVES; move++) {
          const [decision] = game.decisions(state);
          if (decision === undefined) break;
          if (move % 30 === 10) state = withUsedPiles(id, state);
          const command = randomCommand(game, state, decision.seat, luck);
          const after = applied(game, state, decision.seat, command);
          for (const pile of Object.keys(USED[id] ?? {})) {
            if (drawsOf(after)[pile] === drawsOf(state)[pile]) continue;
            met.add(pile);
            const other = applied(game, otherwise(id, state, pile, luck), decision.seat, command);
            expect({ ...other, rng: null }).toEqual({ ...after, rng: null });
          }
          state = after;
        }
      }
      expect([...met].sort()).toEqual(Object.keys(USED[id] ?? {}));
    });
  },
);

function applied(game: Game<Dealt>, state: State, seat: number, command: Dealt['Command']): State {
  const outcome = game.apply(state, seat, command);
  if (!outcome.ok) throw new Error(outcome.code);
  return outcome.state;
}

/** All that is left of the piles was used. */
function withUsedPiles(id: string, state: State): State {
  const changed = structuredClone(state) as Dealt['State'];
  for (const [used, pile] of Object.values(USED[id] ?? {}))
    changed.shown[used]?.push(...(changed.hidden[pile] as string[]).splice(0));
  return changed as State;
}

/** As if the used pieces had come there in another order, and every other pile had been shuffled more often. */
function otherwise(id: string, state: State, pile: string, luck: Rng): State {
  const changed = structuredClone(state) as Dealt['State'];
  const [used = ''] = USED[id]?.[pile] ?? [];
  shuffle(luck, changed.shown[used] ?? []);
  const rng = reveal(changed.rng);
  rng.draws = Object.fromEntries(
    Object.entries(rng.draws).map(([name, count]) => [name, name === pile ? count : count + 7]),
  );
  return changed as State;
}
