// Finds texts of the web client that no source asks for. A text is asked for by its key: as a string, as the name of a
// field, or as a template that its key fits.
import { dirname, join } from 'node:path';
import { parse } from '@babel/parser';

interface TextSources {
  /** Language files of one language, by path. */
  readonly texts: ReadonlyMap<string, object>;
  /** Sources without tests, by path. */
  readonly sources: ReadonlyMap<string, string>;
}

/** What a source could ask for. */
interface Mentions {
  readonly imports: readonly string[];
  readonly words: ReadonlySet<string>;
  readonly templates: readonly RegExp[];
}

/**
 * A text may be asked for by the sources that import its file, by those that import these, and by what all of them
 * import: lists of keys are often kept apart.
 */
export function unusedTexts({ texts, sources }: TextSources): string[] {
  const known = new Map([...sources].map(([path, source]) => [path, mentionsIn(path, source)] as const));
  const importersOf = (wanted: readonly string[]) =>
    [...known].flatMap(([path, { imports }]) => (wanted.some((one) => imports.includes(one)) ? [path] : []));
  return [...texts].flatMap(([path, keys]) => {
    const sayers = importersOf([path]);
    const users = new Set([...sayers, ...importersOf(sayers)]);
    const reached = new Set([...users, ...[...users].flatMap((user) => known.get(user)?.imports ?? [])]);
    const mentions = [...reached].flatMap((source) => known.get(source) ?? []);
    return Object.keys(keys)
      .filter((key) => !mentions.some((one) => isMentioned(key, one)))
      .map((key) => `${path}: no source asks for ${key}`);
  });
}

function isMentioned(key: string, { words, templates }: Mentions): boolean {
  return words.has(key) || templates.some((template) => template.test(key));
}

function mentionsIn(path: string, source: string): Mentions {
  const { program } = parse(source, { sourceType: 'module', plugins: ['typescript', 'jsx'] });
  const imports: string[] = [];
  const words = new Set<string>();
  const templates: RegExp[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const item of node) visit(item);
    if (!isNode(node)) return;
    if (node.type === 'ImportDeclaration' && isNode(node['source'])) {
      imports.push(join(dirname(path), String(node['source']['value'])));
      return;
    }
    if (node.type === 'StringLiteral') words.add(String(node['value']));
    if (node.type === 'ObjectProperty' && isNode(node['key'])) words.add(String(node['key']['name']));
    if (node.type === 'TemplateLiteral') templates.push(...templateOf(node['quasis']));
    for (const [field, value] of Object.entries(node)) if (!field.endsWith('omments')) visit(value);
  };
  visit(program);
  return { imports, words, templates };
}

/** A template without a letter of its own fits too much to say anything. */
function templateOf(quasis: unknown): RegExp[] {
  const parts = (Array.isArray(quasis) ? quasis : []).map(
    (part: { value: { raw: string } }) => part.value.raw,
  );
  if (!parts.some((part) => /\w/.test(part))) return [];
  const escaped = parts.map((part) => part.replaceAll(/[^\w-]/g, '\\$&'));
  return [new RegExp(`^${escaped.join('.+')}$`)];
}

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
