import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { families } from '../../../shared/games/index.ts';
import { language } from '../../lib/language.ts';
import { tellPick } from './tell-pick.ts';

const first = language.peek();
beforeEach(() => {
  language.value = 'en';
});
afterEach(() => {
  language.value = first;
});

const rotterdam = families.find(({ id }) => id === 'rotterdam');
const named = {
  seat: (seat: number) => `P${seat}`,
  component: (id: string) => `«${id}»`,
  catalogue: rotterdam?.catalogue.of(rotterdam.builtIn) ?? {},
};
const inView = (view: object) => ({ ...named, view });

test('a ship sails by a colour to a place', () => {
  const leg = { ship: 'ship-red-1', channel: 'ch-01' };
  expect(tellPick('move-ships', 'moves.0.channel', 'ch-01', named)).toBe('«red» to «pos-a1»');
  expect(tellPick('move-ships', 'moves', [leg], named)).toBe('«ship-red-1» by «red» to «pos-a1»');
  expect(tellPick('move-ships', 'moves.0', leg, named)).toBe('«ship-red-1» by «red» to «pos-a1»');
  expect(tellPick('move-ships', 'moves.0.ship', 'ship-red-1', named)).toBeUndefined();
});

test('a storm drives back to where the channel comes from', () => {
  expect(tellPick('play-storm', 'path', ['ch-01'], named)).toBe('back to «start-1» («red»)');
});

test.each([
  ['placement', 'Place no ship'],
  ['mission', 'Fulfil no mission'],
  ['turn-end', undefined],
])('ending the turn answers what is asked: %s', (kind, told) => {
  const view = { decisions: [{ seat: 0, kind }] };
  expect(tellPick('end-turn', '', { type: 'end-turn' }, inView(view))).toBe(told);
});

test('an offer is told by its cards, as far as they are known', () => {
  const offer = { id: 6, from: 2, to: '*', giveCount: 2, wantCount: 1 };
  const open = { offers: [{ ...offer, give: { jam: 2 }, want: { bread: 1 } }] };
  expect(tellPick('accept-offer', 'offer', 6, inView(open))).toBe('no. 6 of P2: «jam» ×2 for «bread»');
  expect(tellPick('accept-offer', 'offer', 6, inView({ offers: [offer] }))).toBe(
    'no. 6 of P2: 2 cards for 1 card',
  );
});

test('a mission is told by its products, and its payment by the Jokers', () => {
  expect(tellPick('fulfil-mission', 'mission', 'mission-06', named)).toBe('«pasta» + «carpet»: 3 points');
  expect(tellPick('fulfil-mission', 'jokers', [], named)).toBe('Pay with products');
  expect(tellPick('fulfil-mission', 'jokers', [{ card: 'j', as: 'jam' }], named)).toBe('Joker for «jam»');
});
