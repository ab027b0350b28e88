import { describe, expect, test } from '@jest/globals';
import { reveal } from '../../kernel/reveal.ts';
import { conceal } from '../../kernel/secrecy.ts';
import { violations } from './invariants.ts';
import { builtInComponents, lay, place, type Setting, Table } from './scenario.ts';
import { berthAt, clone, playerAt, type State } from './state.ts';

const c = builtInComponents();
const quiet = { primes: [3, 3, 3] };
const aboard = { 1: { ship: 'ship-3-1', goods: 'goods-rum', porters: [1, 1, 0] } };

/** What the laws say when a sound position is spoilt. */
function spoilt(table: Table, spoil: (state: State) => void): string[] {
  expect(violations(c, table.state)).toEqual([]);
  const state = clone(table.state);
  spoil(state);
  return violations(c, state);
}

const settling = () => new Table({ ...quiet, quays: aboard }).play('sailor', place(1));
const allocating = () => new Table({ tiles: { 0: ['event-fire-1'] } }).send(lay('event-fire-1', 2));
const bidding = () => new Table(quiet).send({ type: 'open-auction' });
const at1 = (state: State) => berthAt(state, 1);

describe('a state that breaks a law is noticed', () => {
  test.each<[string, Setting, (state: State) => void]>([
    ['ships: DOC-1.3', {}, (s) => s.shipDiscard.push('ship-3-1')],
    ['ships: DOC-1.3', {}, (s) => reveal(s.shipsBelow).pop()],
    ['goods: DOC-1.5', {}, (s) => reveal(s.goodsPile).push('goods-rum')],
    ['events: DOC-1.6', {}, (s) => s.removedEvents.push('event-fire-1')],
    ['the final round is that of the last ship: DOC-9.7', {}, (s) => (s.finalRound = true)],
    ['the final round is that of the last ship: DOC-9.7', { shipPile: [] }, (s) => (s.finalRound = false)],
    ['seat 1: porters: DOC-1.1', {}, (s) => (s.reserves[1] = 9)],
    [
      'seat 0: porters: DOC-1.1',
      {},
      (s) => {
        s.reserves[0] = -1;
        at1(s).porters[0] = 11;
      },
    ],
    ['seat 2: primes: DOC-1.2', {}, (s) => (playerAt(s, 2).primes = -1)],
    ['seat 2: primes: DOC-1.2', {}, (s) => (playerAt(s, 2).primes = 0.5)],
    ['seat 0: relations: DOC-5.1', {}, (s) => playerAt(s, 0).relationsPlayed.push('relation-sailor')],
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
        playerAt(s, 1).goods = conceal([]);
      },
    ],
    ['quay 1: empty: DOC-9.1', {}, (s) => Object.assign(at1(s), { shipId: null, goods: null })],
    ['quay 1: empty: DOC-9.1', { shipPile: [] }, (s) => (at1(s).shipId = null)],
    ['quay 1: porters aboard: DOC-6.10', { quays: aboard }, (s) => (at1(s).porters[0] = 3)],
    ['quay 1: porters aboard: DOC-6.10', { quays: aboard }, (s) => (at1(s).porters[2] = -1)],
    ['quay 1: departing: DOC-7.2', {}, (s) => (at1(s).departing = true)],
    ['quay 1: departing: DOC-7.2', {}, (s) => s.turn.departQueue.push(1)],
    ['quay 1: departing: DOC-7.2', { quays: aboard }, (s) => (at1(s).porters[2] = 1)],
    ['quay 1: goods: DOC-9.3', {}, (s) => (at1(s).goods = null)],
    ['quay 1: goods: DOC-9.3', {}, (s) => s.turn.newQuays.push(1)],
    ['more than one actor', {}, (s) => s.open.push({ id: 81, seat: 1, kind: 'before-relation' })],
    ['turn order: DOC-3.1', {}, (s) => (s.turnsPlayedInRound = 1)],
    ['the slate is lost', {}, (s) => (s.slateSeat = 3)],
    ['the slate is lost', {}, (s) => (s.slateSeat = -1)],
    ['new ships: DOC-9.3', {}, (s) => s.turn.newQuays.push(1)],
    ['queue: DOC-7.3', {}, (s) => s.turn.departQueue.push(1)],
    ['actor: DOC-4.1', {}, (s) => s.open.splice(0, 1, { id: 81, seat: 1, kind: 'before-relation' })],
  ])('%s', (law, setting, spoil) => {
    expect(spoilt(new Table(setting), spoil)).toContain(law);
  });

  test('while the goods are allocated', () => {
    const drop = (s: State) => playerAt(s, 0).goods;
    expect(spoilt(allocating(), (s) => reveal(drop(s)).pop())).toContain('seat 0: goods in hand: DOC-9.3');
    expect(spoilt(allocating(), (s) => (s.turn.newQuays = []))).toContain('new ships: DOC-9.3');
    expect(spoilt(allocating(), (s) => (s.open = []))).toContain('new ships: DOC-9.3');
  });

  test('while a ship is settled', () => {
    expect(spoilt(settling(), (s) => (s.turn.departQueue = []))).toContain('queue: DOC-7.3');
    expect(spoilt(settling(), (s) => (at1(s).departing = false))).toContain('quay 1: departing: DOC-7.2');
    expect(spoilt(settling(), (s) => (s.open = []))).toContain('queue: DOC-7.3');
  });

  test('during an auction', () => {
    expect(spoilt(bidding(), (s) => (s.auction = null))).toContain('auction: DOC-10.6');
    expect(spoilt(bidding(), (s) => (s.open = []))).toContain('auction: DOC-10.6');
    const answered = bidding().send({ type: 'place-bid', amount: 1 });
    expect(spoilt(answered, (s) => (s.auction = null))).toContain('auction: DOC-10.6');
  });
});
