// Finds links and mentions that lead nowhere: from documents to files and headings, from sources to documents.
import { dirname, join } from 'node:path';

export interface LinkSources {
  /** The text of a file, by its path from the project's folder; `undefined` if there is none. */
  read(path: string): string | undefined;
  /** Whether there is a file or folder. */
  exists(path: string): boolean;
}

const LINK = /\]\(([^()\s]+)\)/g;
const MENTION = /\bdocs\/[\w/-]+\.(?:md|json|svg|png|ts|py|sh)\b/g;
const ELSEWHERE = /^(?:https?|mailto):/;

/** The links of one document that lead nowhere. */
export function deadLinks(document: string, sources: LinkSources): string[] {
  const text = withoutCode(sources.read(document) ?? '');
  return [...text.matchAll(LINK)].flatMap(([, link = '']) => {
    if (ELSEWHERE.test(link)) return [];
    const [file = '', heading] = link.split('#', 2);
    const target = file === '' ? document : join(dirname(document), file);
    if (!sources.exists(target)) return [`${document}: there is no ${target}`];
    if (heading === undefined || anchorsOf(sources.read(target) ?? '').has(heading)) return [];
    return [`${document}: ${target} has no heading #${heading}`];
  });
}

/** The documents that a source or document names although there are none. */
export function deadMentions(path: string, sources: LinkSources): string[] {
  const names = new Set([...(sources.read(path) ?? '').matchAll(MENTION)].map(([name]) => name));
  return [...names].filter((name) => !sources.exists(name)).map((name) => `${path}: there is no ${name}`);
}

/** The anchors that GitHub gives to headings; equal ones are numbered. */
function anchorsOf(markdown: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, title = ''] of withoutFences(markdown).matchAll(/^#+ +(.+)$/gm)) {
    const plain = title.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = plain.replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '').replaceAll(' ', '-');
    let unique = anchor;
    for (let again = 1; anchors.has(unique); again++) unique = `${anchor}-${again}`;
    anchors.add(unique);
  }
  return anchors;
}

function withoutFences(markdown: string): string {
  return markdown.replaceAll(/^```[\s\S]*?^```/gm, '');
}

function withoutCode(markdown: string): string {
  return withoutFences(markdown).replaceAll(/`[^`\n]*`/g, '');
}
