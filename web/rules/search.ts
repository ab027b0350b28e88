// Finds words in a book of rules.
import { type Block, type Inline, plainText } from './markdown.ts';

/** More say nothing: another word narrows them down. */
const MOST = 30;
const LONGEST = 160;

interface Found {
  /** The rule or heading to open. */
  readonly id: string;
  readonly text: string;
}

/** Rules, headings and paragraphs that hold all these words or their beginnings, whatever their accents. */
export function search(blocks: readonly Block[], wanted: string): readonly Found[] {
  const words = plain(wanted).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found: Found[] = [];
  let heading = '';
  const look = (id: string, inlines: readonly Inline[]) => {
    const text = plainText(inlines);
    const searched = plain(`${id} ${text}`);
    if (id !== '' && words.every((word) => searched.includes(word)))
      found.push({ id, text: text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text });
  };
  for (const block of blocks) {
    if (block.as === 'heading') heading = block.id;
    if (block.as === 'heading' || block.as === 'paragraph') look(heading, block.children);
    else if (block.as === 'list')
      for (const { rule, children } of block.items) look(rule ?? heading, children);
    else
      for (const row of block.rows)
        look(
          heading,
          row.flatMap((cell) => [...cell, SPACE]),
        );
  }
  return found.slice(0, MOST);
}

const SPACE: Inline = { as: 'text', text: ' ' };

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}
