// The news are complete: the public view can be reconstructed from them alone.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { newsFor } from '../../kernel/journal.ts';
import type { PublicViewOf } from '../../kernel/play.ts';
import { begin, playSteps, randomCommand, seedOf } from '../../testing/play.ts';
import { type Company, ownerOf } from './components.ts';
import type { Event } from './events.ts';
import type { Shown, Types } from './state.ts';
import { components, game } from './testing/scenario.ts';

describe('the news', () => {
  test('following the public news is enough to know the public view', () => {
    const any = fc.record({
      seats: fc.integer({ min: 3, max: 5 }),
      n: fc.nat(1e9),
      blackbeard: fc.boolean(),
    });
    fc.assert(
      fc.property(any, ({ seats, n, blackbeard }) => {
        const { state, news: opening } = begin(game, seats, seedOf(n), { blackbeard });
        const follower = new Follower(game.publicView(state));
        for (const event of newsFor(opening, null)) follower.hear(event);
        for (const { after, news } of playSteps(game, state, seedOf(n + 1), () => randomCommand)) {
          for (const event of newsFor(news, null)) follower.hear(event);
          expect(follower.known()).toEqual(knownFrom(game.publicView(after)));
        }
      }),
      { numRuns: 8, seed: 2007, endOnFailure: true },
    );
  });

  type Known = Pick<
    Shown,
    'companies' | 'discard' | 'availableMissions' | 'removedHarbours' | 'pirateShip' | 'turn' | 'activeSeat'
  > & { hands: number[]; warehouses: string[][]; tiles: number[]; slots: (string | null)[][]; deck: number };

  function knownFrom(seen: PublicViewOf<Types>): Known {
    const view = JSON.parse(JSON.stringify(seen)) as Shown;
    const { companies, availableMissions, pirateShip, turn, activeSeat, players } = view;
    return {
      companies,
      availableMissions,
      pirateShip,
      turn,
      activeSeat,
      discard: view.discard.sort(),
      removedHarbours: view.removedHarbours.sort(),
      hands: players.map((player) => player.handCount),
      warehouses: players.map((player) => player.warehouse),
      tiles: players.map((player) => player.missionCount),
      slots: view.slots.map(({ harbourId, pile }) => [harbourId, ...pile]),
      deck: view.deckCount,
    };
  }

  /** Tracks the table from the public news. */
  class Follower {
    readonly #known: Known;
    #fight: { company: Company; attacker: string; defender: string } | undefined;

    constructor(view: PublicViewOf<Types>) {
      this.#known = knownFrom(view);
    }

    known(): Known {
      const { discard, removedHarbours } = this.#known;
      return {
        ...this.#known,
        discard: discard.toSorted(),
        removedHarbours: removedHarbours.toSorted(),
      };
    }

    hear(event: Event): void {
      const known = this.#known;
      const slotOf = (slot: number) => known.slots[slot] ?? [];
      const add = (counts: number[], seat: number, count: number) => {
        counts[seat] = (counts[seat] ?? 0) + count;
      };
      const without = <Id>(ids: Id[], gone: readonly Id[]) => ids.filter((id) => !gone.includes(id));
      switch (event.type) {
        case 'merchant-placed':
          known.companies[event.company].push(event.merchant);
          break;
        case 'turn-started':
          known.turn = event.turn;
          known.activeSeat = event.seat;
          break;
        case 'mission-completed': {
          known.availableMissions = without(known.availableMissions, [event.mission]);
          known.warehouses[event.seat] = without(known.warehouses[event.seat] ?? [], event.cards);
          known.removedHarbours.push(...event.cards.filter((card) => components.harbourOf.has(card)));
          add(known.tiles, event.seat, 1);
          break;
        }
        case 'pirate-ship-moved':
          expect(known.pirateShip).toBe(event.from);
          known.pirateShip = event.to;
          break;
        case 'merchant-transferred':
          known.companies[event.from] = without(known.companies[event.from], [event.merchant]);
          expect(known.companies[event.to].push(event.merchant)).toBe(event.toRank);
          break;
        case 'attack-declared':
          this.#fight = event;
          expect([event.seat, event.against]).toEqual([event.attacker, event.defender].map(ownerOf));
          add(known.hands, event.seat, -event.cards.length);
          break;
        case 'defence-played':
          add(known.hands, event.seat, -event.cards.length);
          break;
        case 'merchant-retreated': {
          if (this.#fight === undefined) throw new Error('nobody fights');
          const { company, attacker, defender } = this.#fight;
          expect([event.merchant, event.seat]).toEqual([defender, ownerOf(defender)]);
          const column = known.companies[company];
          const [low, high] = [column.indexOf(attacker), column.indexOf(defender)];
          column[high] = attacker;
          if (event.mode === 'swap') column[low] = defender;
          else {
            column.splice(low, 1);
            known.companies[event.company].push(defender);
          }
          expect(known.companies[event.company].indexOf(event.merchant)).toBe(event.rank - 1);
          break;
        }
        case 'reward-taken':
          if (event.card !== null) known.warehouses[event.seat]?.push(event.card);
          break;
        case 'cards-discarded':
          known.discard.push(...event.cards);
          if (event.reason === 'excess') add(known.hands, event.seat ?? -1, -event.cards.length);
          break;
        case 'shipment-played':
          slotOf(event.slot).push(event.card);
          add(known.hands, event.seat, -1);
          break;
        case 'distribution-started':
          known.warehouses[event.takenBy]?.push(event.harbour);
          known.slots[event.slot] = [null];
          break;
        case 'spice-picked':
          known.warehouses[event.seat]?.push(event.card);
          break;
        case 'harbour-revealed':
          known.slots[event.slot] = [event.harbour];
          break;
        case 'deck-reshuffled':
          known.discard = [];
          known.deck += event.count;
          break;
        case 'cards-drawn':
          add(known.hands, event.seat, event.count);
          known.deck -= event.count;
          break;
        case 'end-triggered':
          known.removedHarbours.push(...event.harbours);
          known.slots = [[null], [null], [null]];
          break;
        case 'hands-discarded':
          for (const { seat, cards } of event.hands) {
            known.discard.push(...cards);
            known.hands[seat] = 0;
          }
          break;
        default:
          break;
      }
    }
  }
});
