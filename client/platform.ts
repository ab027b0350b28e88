// What the client needs from its platform. Node, browsers, Deno and Bun provide it in `globalThis`.
import { LineSplitter } from '../shared/protocol/line-splitter.ts';

interface Reader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

export interface Response {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: { getReader(): Reader } | null;
  text(): Promise<string>;
}

interface Asking {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

export interface Platform {
  fetch(url: string, asking: Asking): Promise<Response>;
  setTimeout(work: () => void, ms: number): unknown;
  clearTimeout(timer: never): void;
  readonly TextDecoder: new () => { decode(part: Uint8Array, options: { stream: boolean }): string };
  readonly crypto: { randomUUID(): string };
  /** Browsers have one. */
  readonly sessionStorage?: {
    getItem(key: string): string | null;
    setItem(key: string, value: string): void;
    removeItem(key: string): void;
  };
}

/** What is missing later would look like a lost network, and be tried again for ever. */
export function demandPlatform(): void {
  if ((Promise as { withResolvers?: unknown }).withResolvers === undefined)
    throw new Error('quayside-client needs Node 22 or newer, or a browser since 2024');
}

export function pause(platform: Platform, ms: number): Promise<void> {
  return new Promise((done) => {
    platform.setTimeout(done, ms);
  });
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 20_000;

/** Longer each time, and randomised, so that clients of the same server do not return together. */
export function backOff(platform: Platform, attempt: number): number {
  const chance = Number.parseInt(platform.crypto.randomUUID().slice(0, 4), 16) / 0xffff;
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt) * (0.5 + chance / 2);
}

/** Heartbeats arrive every three seconds. */
const QUIET_MS = 4_500;
/** A stream that is silent for this long is dead. */
const SILENCE_MS = 30_000;

interface Listening {
  /** Gets a function that ends the lines. */
  readonly opened: (cancel: () => void) => void;
  /** A sign of life is overdue. */
  readonly quiet: () => void;
  /** Data arrived. */
  readonly heard: () => void;
}

/** The lines of a body, without empty ones; ends if the body ends, breaks, is silent for too long, or is cancelled. */
export async function* linesOf(
  platform: Platform,
  response: Response,
  { opened, quiet, heard }: Listening,
): AsyncGenerator<string, void> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  opened(() => void reader.cancel().catch(() => undefined));
  const decoder = new platform.TextDecoder();
  const splitter = new LineSplitter();
  try {
    for (;;) {
      const part = await soon(platform, reader, quiet);
      if (part === undefined) return;
      heard();
      for (const line of splitter.take(decoder.decode(part, { stream: true }))) if (line !== '') yield line;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function soon(platform: Platform, reader: Reader, quiet: () => void): Promise<Uint8Array | undefined> {
  const doubt = platform.setTimeout(quiet, QUIET_MS);
  let timer: unknown;
  const silence = new Promise<undefined>((done) => {
    timer = platform.setTimeout(() => done(undefined), SILENCE_MS);
  });
  const read = reader.read().then(
    ({ done, value }) => (done ? undefined : value),
    () => undefined,
  );
  const part = await Promise.race([read, silence]);
  platform.clearTimeout(timer as never);
  platform.clearTimeout(doubt as never);
  return part;
}
