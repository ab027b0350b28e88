import { describe, expect, test } from '@jest/globals';
import { reveal } from '../../kernel/reveal.ts';
import { conceal } from '../../kernel/secrecy.ts';
import { berthAt, type Draft, handOf, playerAt } from './state.ts';
import { accepted, game, lay, place, play, type Scenario, scenario } from './testing/scenario.ts';

const quiet = { primes: [3, 3, 3] };
const aboard = { 1: { ship: 'ship-3-1', goods: 'goods-rum', porters: [1, 1, 0] } };

/** The violations reported after a valid position has been corrupted. */
function spoilt(sound: Draft, spoil: (state: Draft) => void): readonly string[] {
  expect(game.violations(sound)).toEqual([]);
  const state = game.clone(sound);
  spoil(state);
  return game.violations(state);
}

const settling = () => accepted(scenario({ ...quiet, quays: aboard }), 0, play('sailor', place(1))).state;
const allocating = () =>
  accepted(scenario({ tiles: { 0: ['event-fire-1'] } }), 0, lay('event-fire-1', 2)).state;
const bidding = () => accepted(scenario(quiet), 0, { type: 'open-auction' }).state;
const at1 = (state: Draft) => berthAt(state.shown, 1);

describe('a broken invariant is reported', () => {
  test.each<[string, Scenario, (state: Draft) => void]>([
    [
      'ships: ship-3-1 is there too often, or not part of the game',
      {},
      (s) => s.shown.shipDiscard.push('ship-3-1'),
    ],
    ['ships: ship-6-2 is lost', {}, (s) => reveal(s.hidden.shipsBelow).pop()],
    [
      'goods: goods-rum is there too often, or not part of the game',
      {},
      (s) => reveal(s.hidden.goodsPile).push('goods-rum'),
    ],
    [
      'events: event-fire-1 is there too often, or not part of the game',
      {},
      (s) => s.shown.removedEvents.push('event-fire-1'),
    ],
    ['the final round is that of the last ship: DOC-9.7', {}, (s) => (s.shown.finalRound = true)],
    [
      'the final round is that of the last ship: DOC-9.7',
      { shipPile: [] },
      (s) => (s.shown.finalRound = false),
    ],
    ['seat 1: porters: DOC-1.1', {}, (s) => (playerAt(s, 1).reserve = 9)],
    [
      'seat 0: porters: DOC-1.1',
      {},
      (s) => {
        playerAt(s, 0).reserve = -1;
        at1(s).porters[0] = 11;
      },
    ],
    ['seat 2: primes: DOC-1.2', {}, (s) => (playerAt(s, 2).primes = -1)],
    ['seat 2: primes: DOC-1.2', {}, (s) => (playerAt(s, 2).primes = 0.5)],
    [
      'seat 0: relations: relation-sailor is there too often, or not part of the game',
      {},
      (s) => playerAt(s, 0).relationsPlayed.push('relation-sailor'),
    ],
    [
      'seat 0: no relation in hand: DOC-5.4',
      {},
      (s) => {
        const player = playerAt(s, 0);
        player.relationsPlayed = player.relationsInHand.splice(0);
      },
    ],
    [
      'seat 1: goods in hand: DOC-9.3',
      {},
      (s) => {
        s.hidden.hands[1] = conceal([]);
      },
    ],
    ['quay 1: empty: DOC-9.1', {}, (s) => Object.assign(at1(s), { shipId: null, goods: null })],
    ['quay 1: empty: DOC-9.1', {}, (s) => Object.assign(at1(s), { shipId: null, goods: null, value: 0 })],
    ['quay 1: empty: DOC-9.1', { shipPile: [] }, (s) => (at1(s).shipId = null)],
    ['quay 1: value: DOC-1.3', {}, (s) => (at1(s).value += 1)],
    ['quay 1: event: DOC-1.6', {}, (s) => (at1(s).event = { id: 'event-fire-1', kind: 'fire', seat: 0 })],
    ['quay 1: porters aboard: DOC-6.10', { quays: aboard }, (s) => (at1(s).porters[0] = 3)],
    ['quay 1: porters aboard: DOC-6.10', { quays: aboard }, (s) => (at1(s).porters[2] = -1)],
    ['quay 1: departing: DOC-7.2', {}, (s) => (at1(s).departing = true)],
    ['quay 1: departing: DOC-7.2', {}, (s) => s.shown.turn.departQueue.push(1)],
    ['quay 1: departing: DOC-7.2', { quays: aboard }, (s) => (at1(s).porters[2] = 1)],
    ['quay 1: goods: DOC-9.3', {}, (s) => (at1(s).goods = null)],
    ['quay 1: goods: DOC-9.3', {}, (s) => s.shown.turn.newQuays.push(1)],
    ['more than one actor', {}, (s) => s.open.push({ id: 81, seat: 1, kind: 'before-relation' })],
    ['result: DOC-13.1', {}, (s) => (s.open = [])],
    ['turn order: DOC-3.1', {}, (s) => (s.shown.turnsPlayedInRound = 1)],
    ['the slate is lost', {}, (s) => (s.shown.slateSeat = 3)],
    ['the slate is lost', {}, (s) => (s.shown.slateSeat = -1)],
    ['new ships: DOC-9.3', {}, (s) => s.shown.turn.newQuays.push(1)],
    ['queue: DOC-7.3', {}, (s) => s.shown.turn.departQueue.push(1)],
    ['actor: DOC-4.1', {}, (s) => s.open.splice(0, 1, { id: 81, seat: 1, kind: 'before-relation' })],
  ])('%s', (law, setting, spoil) => {
    expect(spoilt(scenario(setting), spoil)).toContain(law);
  });

  test('while the goods are allocated', () => {
    expect(spoilt(allocating(), (s) => handOf(s, 0).pop())).toContain('seat 0: goods in hand: DOC-9.3');
    expect(spoilt(allocating(), (s) => (s.shown.turn.newQuays = []))).toContain('new ships: DOC-9.3');
    expect(spoilt(allocating(), (s) => (s.open = []))).toContain('new ships: DOC-9.3');
  });

  test('while a ship is settled', () => {
    expect(spoilt(settling(), (s) => (s.shown.turn.departQueue = []))).toContain('queue: DOC-7.3');
    expect(spoilt(settling(), (s) => (at1(s).departing = false))).toContain('quay 1: departing: DOC-7.2');
    expect(spoilt(settling(), (s) => (s.open = []))).toContain('queue: DOC-7.3');
  });

  test('during an auction', () => {
    expect(spoilt(bidding(), (s) => (s.shown.auction = null))).toContain('auction: DOC-10.6');
    expect(spoilt(bidding(), (s) => (s.open = []))).toContain('auction: DOC-10.6');
    const answered = accepted(bidding(), 0, { type: 'place-bid', amount: 1 }).state;
    expect(spoilt(answered, (s) => (s.shown.auction = null))).toContain('auction: DOC-10.6');
  });
});
