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

export interface Asking {
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

/** Heartbeats arrive every ten seconds: a stream that is silent for longer is dead. */
const SILENCE_MS = 30_000;

/**
 * The lines of a body, without empty ones; ends if the body ends, breaks or is silent for too long, or with the
 * function that `opened` gets.
 */
export async function* linesOf(
  platform: Platform,
  response: Response,
  opened: (cancel: () => void) => void = () => {},
): AsyncGenerator<string, void> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  opened(() => void reader.cancel().catch(() => undefined));
  const decoder = new platform.TextDecoder();
  const splitter = new LineSplitter();
  try {
    for (;;) {
      const part = await soon(platform, reader);
      if (part === undefined) return;
      for (const line of splitter.take(decoder.decode(part, { stream: true }))) if (line !== '') yield line;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function soon(platform: Platform, reader: Reader): Promise<Uint8Array | undefined> {
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
  return part;
}
