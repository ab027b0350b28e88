// The rules of all games are parsed without loss, and every rule that they name can be opened.
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { LANGUAGES } from '../../shared/kernel/game.ts';
import { testedGames } from '../../shared/testing/registry.ts';
import {
  type Block,
  chapterTitle,
  excerpt,
  type Inline,
  inlinesIn,
  parseMarkdown,
  plainText,
} from './markdown.ts';

function inlinesOf(block: Block): readonly Inline[] {
  if (block.as === 'list') return block.items.flatMap(({ children }) => children);
  if (block.as === 'table') return [...block.head, ...block.rows.flat()].flat();
  return block.children;
}

function textsIn(block: Block): string[] {
  if (block.as === 'list')
    return block.items.map(({ rule, children }) => `${rule ?? ''} ${plainText(children)}`);
  if (block.as === 'table') return [...block.head, ...block.rows.flat()].map(plainText);
  return [plainText(block.children)];
}

function rulesNamed(inlines: readonly Inline[]): string[] {
  return inlines.flatMap((one) => {
    if (one.as === 'rule') return [one.id];
    return 'children' in one ? rulesNamed(one.children) : [];
  });
}

const words = (text: string) => text.match(/[\p{L}\d]+/gu) ?? [];

const texts = testedGames.flatMap(({ id, folder }) =>
  LANGUAGES.map((language): [string, string] => [
    `${id} in ${language}`,
    readFileSync(`${folder}/rules/${language}.md`, 'utf8'),
  ]),
);

test.each(texts)('%s: no word is lost, no mark is left', (_name, markdown) => {
  const shown = parseMarkdown(markdown).flatMap(textsIn);
  expect(words(shown.join(' '))).toEqual(words(markdown.replace(/^\d+\. /gm, '')));
  expect(shown.filter((text) => /\*|`|^#|\|/.test(text))).toEqual([]);
});

test.each(texts)('%s: every rule that is named can be shown alone', (_name, markdown) => {
  const blocks = parseMarkdown(markdown);
  const own = blocks.flatMap((block) => (block.as === 'list' ? block.items.map(({ rule }) => rule) : []));
  const named = new Set([
    ...own.filter((rule) => rule !== null),
    ...blocks.flatMap((block) => rulesNamed(inlinesOf(block))),
  ]);
  expect(named.size).toBeGreaterThan(3);
  for (const id of named) {
    expect({ id, found: excerpt(blocks, id).length > 0 }).toEqual({ id, found: true });
    expect(chapterTitle(blocks, id)).not.toBe('');
  }
});

test('emphasis, code and references within each other', () => {
  expect(inlinesIn('Le **but (BOR-1.2)** est `x`.')).toEqual([
    { as: 'text', text: 'Le ' },
    {
      as: 'strong',
      children: [
        { as: 'text', text: 'but (' },
        { as: 'rule', id: 'BOR-1.2' },
        { as: 'text', text: ')' },
      ],
    },
    { as: 'text', text: ' est ' },
    { as: 'code', text: 'x' },
    { as: 'text', text: '.' },
  ]);
});

test('nothing becomes markup', () => {
  expect(parseMarkdown('<img src=x onerror=alert(1)>')).toEqual([
    { as: 'paragraph', children: [{ as: 'text', text: '<img src=x onerror=alert(1)>' }] },
  ]);
  expect(excerpt([], 'BOR-9.9')).toEqual([]);
  expect(chapterTitle([], 'BOR-9.9')).toBe('');
});
