// Texts that many ask for and that seldom change: sent whole once, afterwards only confirmed.
import type { Response } from 'express';
import { sha256 } from '../chance.ts';

export interface Prepared {
  readonly text: string;
  readonly tag: string;
}

export function prepare(value: object): Prepared {
  const text = JSON.stringify(value);
  return { text, tag: `"${sha256(text).slice(0, 32)}"` };
}

/** 200 with the text, or 304 if the asker has it already. */
export function sendPrepared(
  { response }: { readonly response: Response },
  { text, tag }: Prepared,
  headers: Readonly<Record<string, string>> = {},
): undefined {
  response.set({ ETag: tag, 'Cache-Control': 'public, no-cache', ...headers });
  // Express compares the tags and leaves out the body.
  response.type('json').send(text);
  return undefined;
}
