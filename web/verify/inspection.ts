// One record after the other: taken from a file, a text, or the server that has it, and checked.
import { signal } from '@preact/signals';
import type { Verification } from '../../shared/protocol/verify.ts';
import { language } from '../lib/language.ts';
import { checkRecord, isEdition, parseJson } from './checker.ts';
import { recordPath, sourceIn } from './source.ts';
import type { TextKey } from './texts.ts';

/** As for `npm run verify`: more than any record has. */
const MOST_BYTES = 32 * 1024 * 1024;
const PATIENCE_MS = 30_000;

export type Stage =
  | { readonly name: 'waiting' | 'fetching' }
  /** `text`: as the server said it. */
  | { readonly name: 'problem'; readonly key: TextKey | null; readonly text: string }
  /** People have to get it there themselves. */
  | { readonly name: 'elsewhere'; readonly key: TextKey; readonly host: string; readonly href: string }
  | { readonly name: 'checking'; readonly moves: number }
  /** `match`: its id on this page's server, if the record came from there. */
  | { readonly name: 'judged'; readonly verification: Verification; readonly match: string | null };

const problem = (key: TextKey): Stage => ({ name: 'problem', key, text: '' });

export class Inspection {
  /** Of the server; null in a page that was saved. */
  readonly origin: string | null;
  readonly stage = signal<Stage>({ name: 'waiting' });
  /** Counts what was handed in: only the latest is shown. */
  #turn = 0;
  /** The latest record, in case its edition is handed in after it. */
  #raw: unknown;

  constructor(origin: string | null) {
    this.origin = origin;
  }

  takeFile(file: File): Promise<void> {
    return this.#take(async () =>
      file.size > MOST_BYTES ? problem('too-large') : await this.#read(await file.text()),
    );
  }

  takeText(typed: string): Promise<void> {
    const source = sourceIn(typed, this.origin);
    switch (source.kind) {
      case 'here':
        return this.takeMatch(source.id);
      case 'text':
        return this.#take(() => this.#read(source.text));
      case 'elsewhere':
        return this.#takeElsewhere(source.host, source.href);
      case 'unclear':
        return this.#take(() => problem(this.origin === null ? 'saved' : 'unclear'));
    }
  }

  takeMatch(id: string): Promise<void> {
    return this.#take(async () => {
      const { isOk, text } = await this.#fetched(recordPath(id));
      if (text === null) return problem('unreachable');
      return isOk ? await this.#read(text, id) : refusalIn(text);
    });
  }

  /** A saved page asks nobody. What another server says instead of a record is not repeated here. */
  #takeElsewhere(host: string, href: string): Promise<void> {
    const untaken = (key: TextKey): Stage => ({ name: 'elsewhere', key, host, href });
    return this.#take(async () => {
      if (this.origin === null) return untaken('elsewhere-saved');
      const { isOk, text } = await this.#fetched(href);
      if (text === null) return untaken('elsewhere-silent');
      return isOk ? await this.#read(text) : untaken('elsewhere-refused');
    });
  }

  /** Asked without any name: not even which page asks is said. */
  async #fetched(from: string): Promise<{ readonly isOk: boolean; readonly text: string | null }> {
    this.stage.value = { name: 'fetching' };
    const answer = await fetch(from, {
      headers: { Accept: 'application/json', 'Accept-Language': language.value },
      signal: AbortSignal.timeout(PATIENCE_MS),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
    }).catch(() => undefined);
    return { isOk: answer?.ok === true, text: answer === undefined ? null : await textIn(answer) };
  }

  async #take(work: () => Stage | undefined | Promise<Stage | undefined>): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    const stage = await work();
    if (turn === this.#turn && stage !== undefined) this.stage.value = stage;
  }

  async #read(text: string, match: string | null = null): Promise<Stage | undefined> {
    const raw = jsonIn(text);
    if (raw === undefined) return problem('no-json');
    if (!isEdition(raw)) {
      this.#raw = raw;
      return await this.#check(match);
    }
    return this.#raw === undefined ? problem('edition-first') : await this.#check(null, raw);
  }

  async #check(match: string | null, edition?: unknown): Promise<Stage | undefined> {
    const turn = this.#turn;
    const verification = await checkRecord(this.#raw, {
      edition,
      isStale: () => turn !== this.#turn,
      onProgress: (moves) => {
        this.stage.value = { name: 'checking', moves };
      },
    });
    return verification && { name: 'judged', verification, match };
  }
}

/** Null if it breaks off, or never ends. */
async function textIn({ body }: Response): Promise<string | null> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
      text += part.value;
      if (text.length > MOST_BYTES) throw new Error('too large');
    }
    return text;
  } catch {
    // Its stream is given up: what has come of it is no record.
    await reader?.cancel().catch(() => undefined);
    return null;
  }
}

function jsonIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // Said to the player: it is the file that is wrong.
    return undefined;
  }
}

/** A refusal of the server, in its own words. */
function refusalIn(text: string): Stage {
  const told = jsonIn(text);
  const title = typeof told === 'object' && told !== null && 'title' in told ? told.title : undefined;
  return typeof title === 'string' ? { name: 'problem', key: null, text: title } : problem('unreachable');
}
