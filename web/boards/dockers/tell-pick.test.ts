import { afterEach, describe, expect, test } from '@jest/globals';
import { dockers } from '../../../shared/games/dockers/index.ts';
import { game } from '../../../shared/games/dockers/testing/scenario.ts';
import { gameSchemas } from '../../../shared/protocol/describe.ts';
import { sentenceBookOf } from '../../../shared/protocol/sentence-book.ts';
import { begin, playSteps, randomCommand, seedOf } from '../../../shared/testing/play.ts';
import { leavesOf } from '../../choice/leaves.ts';
import { LANGUAGES, language } from '../../lib/language.ts';
import { textOf } from '../../wording/said.ts';
import { Wording } from '../../wording/wording.ts';
import { tellPick } from './tell-pick.ts';

const first = language.peek();
afterEach(() => {
  language.value = first;
});

const told = (type: string, path: string, value: unknown) =>
  tellPick(type, path, value, {
    seat: (seat) => `P${seat}`,
    component: (id) => id,
  });
const effects = (...list: readonly unknown[]) => told('play-relation', 'effects', list);

test('who pays a commission, as on the board', () => {
  language.value = 'en';
  const settled = (payer: number, view?: object) =>
    tellPick('settle-commission', 'payer', payer, { seat: (seat) => `P${seat}`, component: String, view });
  expect(settled(0, { actorSeat: 0 })).toBe('I pay myself');
  expect(settled(2, { actorSeat: 0 })).toBe('Leave the slate with P2');
  expect(settled(2)).toBeUndefined();
});

describe('in French', () => {
  test.each([
    [{ type: 'place', quays: [4] }, '1 porteur au quai 4'],
    [{ type: 'place', quays: [2, 2, 2] }, '3 porteurs au quai 2'],
    [{ type: 'place', quays: [1, 2] }, '1 porteur à chacun des quais 1 et 2'],
    [{ type: 'place', quays: [4, 1, 2] }, '1 porteur à chacun des quais 4, 1 et 2'],
    [{ type: 'move', from: 1, to: 2 }, 'votre porteur du quai 1 au quai 2'],
    [
      { type: 'swap', ownQuay: 1, seat: 2, otherQuay: 2 },
      'votre porteur du quai 1 contre celui de P2 au quai 2',
    ],
    [{ type: 'recall', quay: 3, seat: 1 }, 'renvoi d’un porteur de P1 du quai 3'],
    [{ type: 'trade-goods', quay: 3 }, 'votre marchandise contre celle du quai 3'],
  ])('%j', (target, text) => {
    language.value = 'fr';
    expect(told('play-relation', 'effects.1', target)).toBe(text);
    expect(effects(target)).toBe(text);
  });

  test('effects that are left out', () => {
    language.value = 'fr';
    const place = { type: 'place', quays: [4] };
    expect(effects(place, null)).toBe('1 porteur au quai 4, et rien d’autre');
    expect(effects(null, null)).toBe('aucun effet');
    expect(told('play-relation', 'effects.1', null)).toBeUndefined();
  });

  test('goods', () => {
    language.value = 'fr';
    const laid = { quay: 2, goods: 'rhum' };
    expect(told('allocate-goods', 'assignments.0', laid)).toBe('rhum au quai 2');
    expect(told('allocate-goods', 'assignments', [laid, { quay: 4, goods: 'madras' }])).toBe(
      'rhum au quai 2, madras au quai 4',
    );
  });
});

test.each(LANGUAGES)('every part of every command in a match, in %s', (wanted) => {
  language.value = wanted;
  const wording = new Wording({
    book: sentenceBookOf(dockers, wanted, dockers.builtIn),
    schemas: gameSchemas(game, dockers.catalogue) as never,
    catalogue: dockers.catalogue.of(dockers.builtIn),
    names: ['Ada', 'Bertil', 'Chloé'],
    common: { yes: 'YES', no: 'NO', nothing: 'NONE', pair: (name, value) => `${name}: ${value}` },
    tellPick,
  });
  const seen = new Set<string>();
  const { state } = begin(game, 3, seedOf(1));
  for (const { command } of playSteps(game, state, seedOf(1), () => randomCommand)) {
    const { type } = command;
    const parts = [
      ...leavesOf(command),
      ...Object.entries(command).map(([path, value]) => ({ path, value })),
    ];
    for (const { path, value } of parts) {
      const text = textOf(wording.picked(type, path, value));
      expect(text).not.toMatch(/NONE.*NONE|undefined|\[object|^$|\{\w+\}/);
      if (tellPick(type, path, value, { seat: String, component: String }) !== undefined) seen.add(type);
    }
  }
  expect([...seen].sort()).toEqual(['allocate-goods', 'place-bid', 'play-relation']);
});
