// Who reads an answer: a person in a browser, or a program.
import type { IncomingMessage } from 'node:http';

const LONGEST_HEADER = 1_000;
const PAGES = new Set(['text/html', 'application/xhtml+xml']);
const DATA = /^application\/([\w.-]+\+)?json$/;

/** Browsers ask for HTML by name, which programs hardly ever do; with equal preferences it counts as a program. */
export function wantsPage({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  let page = 0;
  let data = 0;
  for (const part of (headers.accept ?? '').slice(0, LONGEST_HEADER).split(',')) {
    const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    const weight = quality === undefined ? 1 : Number(quality.slice(2)) || 0;
    if (PAGES.has(type)) page = Math.max(page, weight);
    if (DATA.test(type)) data = Math.max(data, weight);
  }
  return page > data;
}
