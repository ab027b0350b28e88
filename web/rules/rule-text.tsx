// Rules on the page: no markup comes from the text.
import type { ComponentChildren } from 'preact';
import { textsOf } from '../lib/language.ts';
import { Link } from '../lib/link.tsx';
import type { OpenRules } from '../lib/open-rules.ts';
import en from './lang/en.json' with { type: 'json' };
import fr from './lang/fr.json' with { type: 'json' };
import type { Block, Inline, Item } from './markdown.ts';
import { RuleLink } from './rule-link.tsx';

const say = textsOf({ en, fr });

interface Props {
  readonly game: string;
  readonly blocks: readonly Block[];
  /** How references are followed: beside a table to the rule alone, or within the book there; or on the page. */
  readonly follow: OpenRules['extent'] | 'page';
  /** The requested rule or chapter. */
  readonly marked?: string | null;
}

export function RuleText({ blocks, ...rest }: Props) {
  const tables = blocks.filter(({ as }) => as === 'table');
  return (
    <>
      {blocks.map((block, n) => (
        <Part key={n} block={block} table={tables.indexOf(block) + 1} {...rest} />
      ))}
    </>
  );
}

interface PartProps extends Omit<Props, 'blocks'> {
  readonly block: Block;
  /** The number of a table. */
  readonly table: number;
}

function Part({ block, table, game, follow, marked = null }: PartProps) {
  const said = (inlines: readonly Inline[]) => <Words inlines={inlines} game={game} follow={follow} />;
  switch (block.as) {
    case 'heading':
      return (
        <Heading level={block.level} id={block.id} isMarked={block.id === marked}>
          {said(block.children)}
        </Heading>
      );
    case 'paragraph':
      return <p>{said(block.children)}</p>;
    case 'list': {
      const items = block.items.map((item, n) => (
        <Entry key={item.rule ?? n} item={item} isMarked={item.rule !== null && item.rule === marked}>
          {said(item.children)}
        </Entry>
      ));
      if (block.isOrdered) return <ol>{items}</ol>;
      return (
        <ul class={block.items.some(({ rule }) => rule !== null) ? 'rules-list' : undefined}>{items}</ul>
      );
    }
    case 'table':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, by keys as well.
        <section class="rules-wide" tabIndex={0} aria-label={say('table', { number: table })}>
          <table>
            <thead>
              <tr>
                {block.head.map((cell, n) => (
                  <th key={n} scope="col">
                    {said(cell)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, n) => (
                <tr key={n}>
                  {row.map((cell, m) => (
                    <td key={m}>{said(cell)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      );
  }
}

interface HeadingProps {
  readonly level: number;
  readonly id: string;
  readonly isMarked: boolean;
  readonly children: ComponentChildren;
}

function Heading({ level, id, isMarked, children }: HeadingProps) {
  const rest = { id, tabIndex: -1, 'data-marked': isMarked || undefined };
  if (level === 1) return <h1 {...rest}>{children}</h1>;
  if (level === 2) return <h2 {...rest}>{children}</h2>;
  return <h3 {...rest}>{children}</h3>;
}

interface EntryProps {
  readonly item: Item;
  readonly isMarked: boolean;
  readonly children: ComponentChildren;
}

function Entry({ item, isMarked, children }: EntryProps) {
  if (item.rule === null) return <li>{children}</li>;
  return (
    <li id={item.rule} tabIndex={-1} data-marked={isMarked || undefined}>
      <span class="rules-id">{item.rule}</span> {children}
    </li>
  );
}

interface WordsProps {
  readonly inlines: readonly Inline[];
  readonly game: string;
  readonly follow: Props['follow'];
}

function Words({ inlines, ...rest }: WordsProps) {
  return (
    <>
      {inlines.map((inline, n) => (
        <Word key={n} inline={inline} {...rest} />
      ))}
    </>
  );
}

function Word({ inline, game, follow }: Omit<WordsProps, 'inlines'> & { readonly inline: Inline }) {
  switch (inline.as) {
    case 'text':
      return <>{inline.text}</>;
    case 'code':
      return <code>{inline.text}</code>;
    case 'strong':
      return (
        <strong>
          <Words inlines={inline.children} game={game} follow={follow} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <Words inlines={inline.children} game={game} follow={follow} />
        </em>
      );
    case 'rule':
      return follow === 'page' ? (
        <Link to={{ name: 'rules', game, rule: inline.id }}>{inline.id}</Link>
      ) : (
        <RuleLink game={game} rule={inline.id} extent={follow} />
      );
  }
}
