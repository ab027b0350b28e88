// The Markdown that rules are written in, as data: headings, paragraphs, lists, tables; emphasis, code, and rules
// that name each other.

export type Inline =
  | { readonly as: 'text'; readonly text: string }
  | { readonly as: 'strong' | 'em'; readonly children: readonly Inline[] }
  | { readonly as: 'code'; readonly text: string }
  | { readonly as: 'rule'; readonly id: string };

export interface Item {
  /** A rule, or an ordinary item. */
  readonly rule: string | null;
  readonly children: readonly Inline[];
}

export type Block =
  | {
      readonly as: 'heading';
      readonly level: number;
      readonly id: string;
      readonly children: readonly Inline[];
    }
  | { readonly as: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly as: 'list'; readonly isOrdered: boolean; readonly items: readonly Item[] }
  | {
      readonly as: 'table';
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    };

const HEADING = /^(#{1,6}) (.+)$/;
const ITEM = /^(- |\d+\. )(.+)$/;
const RULE_ITEM = /^\*\*([A-Z]{3}-\d+\.\d+)\*\* (.+)$/;
const CHAPTER = /^([A-Z]{3}-\d+) (.+)$/;
const ROW = /^\|(.*)\|$/;
const RULER = /^\|[\s|:-]+\|$/;
const TOKEN = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|([A-Z]{3}-\d+(?:\.\d+)?)/g;

export function parseMarkdown(markdown: string): Block[] {
  const blocks: Block[] = [];
  for (const part of markdown.split(/\n{2,}/)) {
    // A list or table may follow a line directly.
    const lines = part.split('\n').filter((line) => line.trim() !== '');
    while (lines.length > 0) blocks.push(nextBlock(lines, blocks.length));
  }
  return blocks;
}

/** Takes its lines away. */
function nextBlock(lines: string[], n: number): Block {
  const first = lines[0] ?? '';
  const heading = HEADING.exec(first);
  if (heading !== null) {
    lines.shift();
    const [, marks = '', text = ''] = heading;
    const [, chapter] = CHAPTER.exec(text) ?? [];
    return {
      as: 'heading',
      level: marks.length,
      id: chapter ?? `part-${n}`,
      children: inlinesIn(text, chapter),
    };
  }
  if (ROW.test(first)) return tableOf(takeWhile(lines, (line) => ROW.test(line)));
  const [, mark = ''] = ITEM.exec(first) ?? [];
  if (mark !== '') {
    const isOrdered = mark !== '- ';
    const items = takeWhile(lines, (line) => ITEM.test(line) && !line.startsWith('- ') === isOrdered);
    return { as: 'list', isOrdered, items: items.map(itemOf) };
  }
  const own = takeWhile(lines, (line) => !HEADING.test(line) && !ITEM.test(line) && !ROW.test(line));
  return { as: 'paragraph', children: inlinesIn(own.join(' ')) };
}

function takeWhile(lines: string[], fits: (line: string) => boolean): string[] {
  const end = lines.findIndex((line) => !fits(line));
  return lines.splice(0, end === -1 ? lines.length : end);
}

function itemOf(line: string): Item {
  const [, , text = ''] = ITEM.exec(line) ?? [];
  const [, rule, rest] = RULE_ITEM.exec(text) ?? [];
  return rule === undefined || rest === undefined
    ? { rule: null, children: inlinesIn(text) }
    : { rule, children: inlinesIn(rest) };
}

function tableOf(lines: readonly string[]): Block {
  const [head = [], ...rows] = lines
    .filter((line) => !RULER.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => inlinesIn(cell.trim())),
    );
  return { as: 'table', head, rows };
}

/** `own`: the id of the heading itself, which is no reference. */
export function inlinesIn(text: string, own?: string): Inline[] {
  const inlines: Inline[] = [];
  let end = 0;
  const words = (until: number) => {
    if (until > end) inlines.push({ as: 'text', text: text.slice(end, until) });
  };
  for (const found of text.matchAll(TOKEN)) {
    const [all, strong, em, code, rule] = found;
    if (rule !== undefined && rule === own) continue;
    words(found.index);
    end = found.index + all.length;
    if (strong !== undefined) inlines.push({ as: 'strong', children: inlinesIn(strong) });
    else if (em !== undefined) inlines.push({ as: 'em', children: inlinesIn(em) });
    else if (code !== undefined) inlines.push({ as: 'code', text: code });
    else if (rule !== undefined) inlines.push({ as: 'rule', id: rule });
  }
  words(text.length);
  return inlines;
}

export function plainText(inlines: readonly Inline[]): string {
  return inlines
    .map((one) => {
      if (one.as === 'rule') return one.id;
      return 'children' in one ? plainText(one.children) : one.text;
    })
    .join('');
}

/** A rule, or a chapter with all that belongs to it; empty if there is none. */
export function excerpt(blocks: readonly Block[], id: string): readonly Block[] {
  for (const block of blocks) {
    const item = block.as === 'list' ? block.items.find(({ rule }) => rule === id) : undefined;
    if (item !== undefined) return [{ as: 'paragraph', children: item.children }];
  }
  const start = blocks.findIndex((block) => block.as === 'heading' && block.id === id);
  if (start === -1) return [];
  const rest = blocks.slice(start + 1);
  const end = rest.findIndex(({ as }) => as === 'heading');
  return rest.slice(0, end === -1 ? rest.length : end);
}

/** Of the chapter that a rule belongs to. */
export function chapterTitle(blocks: readonly Block[], id: string): string {
  const [chapter] = id.split('.');
  const heading = blocks.find((block) => block.as === 'heading' && block.id === chapter);
  return heading?.as === 'heading' ? plainText(heading.children).replace(`${chapter} `, '') : '';
}
