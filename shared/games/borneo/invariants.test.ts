import { describe, expect, test } from '@jest/globals';
import { reveal } from '../../kernel/reveal.ts';
import { optionsOf, playSteps, randomCommand, seedOf } from '../../testing/play.ts';
import { type Draft, handOf, type Kind, missionsOf } from './state.ts';
import { game } from './testing/scenario.ts';

/** A valid position of a real game with an open decision of this kind. */
function reached(kind: Kind | 'finished', fits: (state: Draft) => boolean = () => true): Draft {
  const options = optionsOf(game, 4, { blackbeard: true });
  for (let n = 1; n <= 20; n++) {
    const { state } = game.setup(options, 4, seedOf(n));
    for (const { before, after } of playSteps(game, state, seedOf(n + 100), () => randomCommand)) {
      for (const found of [before, after] as Draft[]) {
        if ((found.open[0]?.kind ?? 'finished') === kind && fits(found)) return game.clone(found);
      }
    }
  }
  throw new Error(`no game came to ${kind}`);
}

const player = (state: Draft, seat: number) => {
  const found = state.shown.players[seat];
  if (found === undefined) throw new Error(`no seat ${seat}`);
  return found;
};
const slot = (state: Draft) => {
  const found = state.shown.slots[0];
  if (found === undefined) throw new Error('no slot');
  return found;
};
const next = (seat: number | undefined) => ((seat ?? 0) + 1) % 4;
const askNext = (state: Draft) => {
  state.open = state.open.map((decision) => ({ ...decision, seat: next(decision.seat) }));
};
const mostly = (state: Draft) => state.shown.slots.some(({ pile }) => pile.length > 1);

describe('a broken invariant is reported', () => {
  test.each<[string, Kind | 'finished', (state: Draft) => void]>([
    ['shipments: .* is lost', 'shipment', (s) => reveal(s.hidden.deck).pop()],
    [
      'shipments: .* is there too often',
      'shipment',
      (s) => s.shown.discard.push(reveal(s.hidden.deck)[0] ?? ''),
    ],
    ['shipments: .* is there too often', 'shipment', (s) => s.shown.discard.push('ship-xx-pepper')],
    ['harbours: .* is lost', 'shipment', (s) => reveal(s.hidden.harbourPile).pop()],
    [
      'harbours: .* is there too often',
      'shipment',
      (s) => s.shown.removedHarbours.push(slot(s).harbourId ?? ''),
    ],
    ['missions: .* is lost', 'shipment', (s) => s.shown.availableMissions.pop()],
    [
      'missions: .* is there too often',
      'shipment',
      (s) => missionsOf(s, 0).push(s.shown.availableMissions[0] ?? ''),
    ],
    ['merchants: .* is lost', 'placement', (s) => (player(s, 0).unplacedMerchants = 0)],
    ['merchants: .* is there too often', 'shipment', (s) => s.shown.companies.red.push('mer-0-9')],
    [
      'too many merchants in green',
      'shipment',
      (s) => s.shown.companies.green.push('a', 'b', 'c', 'd', 'e', 'f'),
    ],
    ['slot 0 is empty', 'shipment', (s) => (slot(s).harbourId = null)],
    ['cards without a harbour in slot 0', 'finished', (s) => slot(s).pile.push('x')],
    ['slot 0 is occupied', 'finished', (s) => (slot(s).harbourId = 'harbour-01')],
    ['slot 0 is full', 'shipment', (s) => (slot(s).pile = Array(6).fill('ship-mix-pepper-1'))],
    [
      'red has the monopoly in slot 0',
      'shipment',
      (s) => (slot(s).pile = ['rb', 'ry', 'rg'].map((t) => `ship-${t}-pepper`)),
    ],
    [
      'flags of red are miscounted in slot 0',
      'shipment',
      (s) => (slot(s).counts = { ...slot(s).counts, red: 3 }),
    ],
    ['too few harbours were turned up', 'placement', (s) => reveal(s.hidden.harbourPile).push('harbour-01')],
    ['seat 2 has no card in hand', 'placement', (s) => handOf(s, 2).splice(0)],
    ['seat . has no card in hand', 'shipment', (s) => handOf(s, s.shown.activeSeat).splice(0)],
    ['seat . has no card in hand', 'pick', (s) => handOf(s, next(s.shown.activeSeat)).splice(0)],
    ['seat 2 has a hand after the end', 'finished', (s) => handOf(s, 2).push('ship-rb-pepper')],
    ['more than one decision', 'shipment', (s) => s.open.push(...s.open)],
    ['fight does not fit', 'defence', (s) => (s.shown.fight = null)],
    ['fight does not fit', 'retreat', (s) => (s.shown.fight = null)],
    ['fight does not fit', 'reward', (s) => (s.shown.fight = null)],
    ['distribution does not fit', 'pick', (s) => (s.shown.distribution = null)],
    ['scores do not fit', 'finished', (s) => (s.shown.scores = null)],
    ['scores do not fit', 'shipment', (s) => (s.shown.scores = [])],
    ['active seat does not fit', 'placement', (s) => (s.shown.activeSeat = 0)],
    ['active seat does not fit', 'shipment', (s) => (s.shown.activeSeat = -1)],
    ['reason of the end does not fit', 'finished', (s) => (s.shown.endReason = null)],
    ['reason of the end does not fit', 'final-mission', (s) => (s.shown.endReason = null)],
    ['reason of the end does not fit', 'shipment', (s) => (s.shown.endReason = 'harbours')],
    ['pirate ship does not fit', 'shipment', (s) => (s.shown.pirateShip = 'off')],
    ['the wrong seat picks', 'pick', askNext],
    ['the wrong seat defends', 'defence', askNext],
  ])('%s (%s)', (law, kind, spoil) => {
    const state = reached(kind, kind === 'shipment' ? mostly : undefined);
    expect(game.violations(state)).toEqual([]);
    spoil(state);
    expect(game.violations(state)).toContainEqual(expect.stringMatching(law));
  });
});
