import { describe, expect, test } from '@jest/globals';
import type { Language, Sentences } from '../kernel/game.ts';
import { createSpeaker } from '../testing/speaker.ts';
import { parseTextKey, placeholdersOf } from './sentences.ts';

const empty = {
  title: '',
  codes: {},
  commands: {},
  decisions: {},
  options: {},
  results: {},
  fields: {},
  values: {},
};

function speaker(
  events: Record<string, string>,
  { phrases = {}, components = {} }: Partial<Pick<Sentences, 'phrases' | 'components'>> = {},
  language: Language = 'fr',
) {
  const { event } = createSpeaker(language, { ...empty, events, phrases, components });
  return (fields: object, names: (string | undefined)[] = ['Ada', 'Bo', 'Cléo']) =>
    event({ type: 'told', ...fields }, names);
}

describe('sentences', () => {
  test('seats are shown by name, or by number if no name is known', () => {
    const say = speaker({ told: '{{seat, seat}} joue.' });
    expect(say({ seat: 1 })).toBe('Bo joue.');
    expect(say({ seat: 3 })).toBe('Joueur 4 joue.');
    expect(say({ seat: 0 }, [undefined])).toBe('Joueur 1 joue.');
  });

  test('a name is shown unchanged, whatever it looks like', () => {
    const say = speaker({ told: '{{seat, seat}} joue contre {{other, seat}}.' });
    expect(say({ seat: 0, other: 1 }, ['{{other, seat}}', "$& $1 $'"])).toBe(
      "{{other, seat}} joue contre $& $1 $'.",
    );
  });

  test('lists are joined the way the language does; an empty one says so', () => {
    const texts = { told: '{{seats, seat}}' };
    expect([[0], [0, 2], [0, 1, 2], []].map((seats) => speaker(texts)({ seats }))).toEqual([
      'Ada',
      'Ada et Cléo',
      'Ada, Bo et Cléo',
      'personne',
    ]);
    expect([[0, 1, 2], []].map((seats) => speaker(texts, {}, 'en')({ seats }))).toEqual([
      'Ada, Bo and Cléo',
      'nobody',
    ]);
  });

  test('what is counted from 0 is shown from 1; numbers stay; paths lead into objects', () => {
    const say = speaker({ told: '{{slot, index}} {{slot}} {{deep.rank, number}}' });
    expect(say({ slot: 0, deep: { rank: 7 } })).toBe('1 0 7');
  });

  test('components are named; one of an unknown edition by its id', () => {
    const say = speaker({ told: '{{cards, component}}' }, { components: { a: 'poivre' } });
    expect(say({ cards: ['a', 'b'] })).toBe('poivre et b');
    expect(say({ cards: ['toString'] })).toBe('toString');
  });

  test('plural forms follow the language: French says 0 in the singular', () => {
    const texts = { told: '{{paid, coins}}' };
    const french = speaker(texts, {
      phrases: { coins_one: '{{count}} pièce', coins_other: '{{count}} pièces' },
    });
    const english = speaker(
      texts,
      { phrases: { coins_one: '{{count}} coin', coins_other: '{{count}} coins' } },
      'en',
    );
    expect([0, 1, 2].map((paid) => french({ paid }))).toEqual(['0 pièce', '1 pièce', '2 pièces']);
    expect([0, 1, 2].map((paid) => english({ paid }))).toEqual(['0 coins', '1 coin', '2 coins']);
    const own = speaker({ told_one: 'une carte', told_other: '{{count}} cartes' });
    expect([1, 2].map((count) => own({ count }))).toEqual(['une carte', '2 cartes']);
    expect(own({ count: 1_000_000 })).toBe('1000000 cartes');
  });

  test('phrases apply to numbers by seat or by name, to objects, to words', () => {
    const phrases = {
      gain: '{{seat, seat}} : {{count}}',
      goods: '{{item, component}} ×{{count}}',
      'goods?count=1': '{{item, component}}',
      laid: '{{goods, component}} au quai {{quay}}',
      'ending?item=target': 'le but est atteint',
    };
    const components = { rum: 'rhum', spice: 'épices' };
    const said = (kind: string, value: unknown) =>
      speaker({ told: `{{value, ${kind}}}` }, { phrases, components })({ value });
    expect(said('gain', [3, 0, 2])).toBe('Ada : 3 et Cléo : 2');
    expect(said('gain', [0, 0])).toBe('rien');
    expect(said('goods', { rum: 2, spice: 1, other: 0 })).toBe('rhum ×2 et épices');
    expect(said('goods', {})).toBe('rien');
    expect(said('laid', [{ goods: 'rum', quay: 2 }])).toBe('rhum au quai 2');
    expect(said('laid', { goods: 'rum', quay: 2 })).toBe('rhum au quai 2');
    expect(said('ending', 'target')).toBe('le but est atteint');
  });

  test('a phrase alone says a value; one that is not there says nothing', () => {
    const phrases = { 'field-x': '[{{count}}]', 'field-x?count=0': 'M' };
    const { phrase } = createSpeaker('fr', { ...empty, events: {}, phrases, components: {} });
    expect([0, 3, -1].map((x) => phrase('field-x', x))).toEqual(['M', '[3]', '[-1]']);
    expect(phrase('field-y', 0)).toBeUndefined();
  });

  test('the text with the most conditions that hold is chosen, in any order', () => {
    const say = speaker({
      'told?to=*&give=known': 'tous, ouvert',
      told: 'sinon',
      'told?to=*': 'tous',
      'told?cards=some': 'des cartes',
      'told?seat=none': 'personne',
      'told?amounts=zero': 'zéro',
      'told?accept=false': 'non',
      'told?quays=single': 'un seul',
      'told?quays=equal': 'tous au quai {{quays.0}}',
    });
    const rest = { seat: 0, amounts: [1] };
    expect(say({ ...rest })).toBe('sinon');
    expect(say({ ...rest, cards: [] })).toBe('sinon');
    expect(say({ ...rest, cards: ['a'] })).toBe('des cartes');
    expect(say({ ...rest, to: '*' })).toBe('tous');
    expect(say({ ...rest, to: '*', give: {} })).toBe('tous, ouvert');
    expect(say({ ...rest, seat: null })).toBe('personne');
    expect(say({ ...rest, amounts: [0, 0] })).toBe('zéro');
    expect(say({ ...rest, accept: false })).toBe('non');
    expect(say({ ...rest, quays: [0] })).toBe('un seul');
    expect(say({ ...rest, quays: [2, 2] })).toBe('tous au quai 2');
    expect(say({ ...rest, quays: [2, 2, 1] })).toBe('sinon');
    expect(say({ ...rest, quays: [] })).toBe('sinon');
  });

  test('no text, two equally specific texts, an unknown kind: bugs', () => {
    expect(() => speaker({})({})).toThrow('no text fits told');
    expect(() => speaker({ 'told?a=1': '' })({ a: 2 })).toThrow('no text fits told');
    expect(() => speaker({ 'told?a=1': '', 'told?b=1': '' })({ a: 1, b: 1 })).toThrow(
      'several texts fit told',
    );
    expect(() => speaker({ told: '{{a, coin}}' })({ a: 1 })).toThrow('a number cannot be told as coin');
    expect(() => speaker({ told: '{{a}}' })({ a: 'x-1' })).toThrow('a string cannot be told as number');
    expect(() => speaker({ told: '{{a, seat}}' })({ a: '*' })).toThrow('a string cannot be told as seat');
  });

  test('a sentence comes in parts: who, which component, how many', () => {
    const { parts } = createSpeaker('en', {
      ...empty,
      events: { told: '{{seats, seat}} took {{goods, goods}} from {{slot, index}}.' },
      phrases: { goods: '{{count}} {{item, component}}' },
      components: { rum: 'rum' },
    });
    const event = { type: 'told', seats: [0, 1], goods: { rum: 2, tea: 1 }, slot: 0 };
    expect(parts(event, ['Ada'])).toEqual([
      { as: 'seat', seat: 0, text: 'Ada' },
      { as: 'text', text: ' and ' },
      { as: 'seat', seat: 1, text: 'Player 2' },
      { as: 'text', text: ' took ' },
      { as: 'number', value: 2, text: '2' },
      { as: 'text', text: ' ' },
      { as: 'component', id: 'rum', kinds: [], text: 'rum' },
      { as: 'text', text: ' and ' },
      { as: 'number', value: 1, text: '1' },
      { as: 'text', text: ' ' },
      { as: 'component', id: 'tea', kinds: [], text: 'tea' },
      { as: 'text', text: ' from ' },
      { as: 'index', value: 0, text: '1' },
      { as: 'text', text: '.' },
    ]);
  });

  test('keys and placeholders can be read by programs', () => {
    expect(parseTextKey('told?to=*&a.b=some_one')).toEqual({
      name: 'told',
      conditions: [
        { path: 'to', value: '*' },
        { path: 'a.b', value: 'some' },
      ],
      plural: 'one',
    });
    expect(parseTextKey('told')).toEqual({ name: 'told', conditions: [], plural: undefined });
    expect(placeholdersOf('{{seat, seat}} {{n}} {{ a.b ,index }}')).toEqual([
      { path: 'seat', kind: 'seat' },
      { path: 'n', kind: 'number' },
      { path: 'a.b', kind: 'index' },
    ]);
  });
});
