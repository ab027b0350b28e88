// A link is found dead if its file or its heading does not exist.
import { expect, test } from '@jest/globals';
import { deadLinks, deadMentions, type LinkSources } from './links.ts';

const files: Readonly<Record<string, string>> = {
  'docs/a.md': '# A `code` & [title](b.md)\n\n## Twice\n\n## Twice\n\n```\n# not a heading\n```\n',
  'docs/b.md': '# B\n',
};

function reading(text: string): LinkSources {
  const all: Readonly<Record<string, string>> = { ...files, 'docs/read.md': text };
  return { read: (path) => all[path], exists: (path) => path in all };
}

test.each([
  '[file](a.md)',
  '[heading](a.md#a-code--title)',
  '[second of two](a.md#twice-1)',
  '# Here\n[own heading](#here)',
  '[elsewhere](https://example.org/#x)',
  '`[in code](nothing.md)`',
  '```\n[in a block](nothing.md)\n```',
])('%j leads somewhere', (text) => {
  expect(deadLinks('docs/read.md', reading(text))).toEqual([]);
});

test.each([
  ['[file](c.md)', 'docs/read.md: there is no docs/c.md'],
  ['[from the root](docs/a.md)', 'docs/read.md: there is no docs/docs/a.md'],
  ['[heading](b.md#c)', 'docs/read.md: docs/b.md has no heading #c'],
  ['[in a block](a.md#not-a-heading)', 'docs/read.md: docs/a.md has no heading #not-a-heading'],
  ['[third of two](a.md#twice-2)', 'docs/read.md: docs/a.md has no heading #twice-2'],
  ['[own heading](#there)', 'docs/read.md: docs/read.md has no heading #there'],
])('%j is dead', (text, problem) => {
  expect(deadLinks('docs/read.md', reading(text))).toEqual([problem]);
});

test('a document named in a comment must exist', () => {
  const sources = reading('// See docs/b.md and docs/c.md, docs/c.md once more.');
  expect(deadMentions('docs/read.md', sources)).toEqual(['docs/read.md: there is no docs/c.md']);
});
