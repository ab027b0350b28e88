// Words are found in the rules, with or without their accents.
import { expect, test } from '@jest/globals';
import { parseMarkdown } from './markdown.ts';
import { search } from './search.ts';

const BOOK = parseMarkdown(`# Bornéo : les règles

## BOR-6 Jouer une carte

Une par tour.

- **BOR-6.1** Le joueur joue une carte d’expédition.
- **BOR-6.2** Sans carte, il passe.

| épice | valeur |
| ----- | ------ |
| muscade | 3 |
`);

test.each([
  ['expédition', ['BOR-6.1']],
  ['EXPEDITION carte', ['BOR-6.1']],
  ['carte', ['BOR-6', 'BOR-6.1', 'BOR-6.2']],
  ['par tour', ['BOR-6']],
  ['bor-6.2', ['BOR-6.2']],
  ['muscade 3', ['BOR-6']],
  ['pirate', []],
  ['  ', []],
])('«%s»', (wanted, ids) => {
  expect(search(BOOK, wanted).map(({ id }) => id)).toEqual(ids);
});

test('a word that is everywhere gives no endless list', () => {
  const many = parseMarkdown(`## BOR-1 All\n\n${'- one more\n'.repeat(100)}`);
  expect(search(many, 'more')).toHaveLength(30);
});
