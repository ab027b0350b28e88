// What processes keep together for minutes, sealed: Redis learns neither the names nor the texts. While it is away,
// each process keeps its own.
import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { z } from 'zod';
import { randomBytes } from '../../../rooms/clockwork.ts';
import type { ShortMemory } from '../../people/spoken-codes.ts';
import type { Alias } from './aliases.ts';
import { RedisAway, type RedisLink } from './link.ts';
import { KEEP, KEPT } from './scripts.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

interface SharedMemoryOptions {
  readonly link: RedisLink;
  readonly prefix: string;
  readonly alias: Alias;
  /** The key of the identities, which all processes share. */
  readonly secret: Uint8Array;
  /** While Redis is away. */
  readonly own: ShortMemory;
}

export class SharedMemory implements ShortMemory {
  readonly #options: SharedMemoryOptions;
  readonly #key: Uint8Array;

  constructor(options: SharedMemoryOptions) {
    this.#options = options;
    this.#key = new Uint8Array(hkdfSync('sha256', options.secret, '', 'quayside: short texts in Redis', 32));
  }

  async get(name: string): Promise<string | undefined> {
    const { link, own } = this.#options;
    const sealed = await unlessAway(() => link.run(KEPT, [this.#keyOf(name)], z.nullable(z.string())));
    return (sealed == null ? undefined : this.#opened(name, sealed)) ?? (await own.get(name));
  }

  async put(name: string, text: string, milliseconds: number): Promise<boolean> {
    const { link, own } = this.#options;
    const values = [this.#keyOf(name), this.#sealed(name, text), milliseconds];
    const kept = await unlessAway(() => link.run(KEEP, values, z.literal([0, 1])));
    return kept === undefined ? await own.put(name, text, milliseconds) : kept === 1;
  }

  #keyOf(name: string): string {
    const { prefix, alias } = this.#options;
    return `${prefix}k:${alias(name)}`;
  }

  #sealed(name: string, text: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, nonce).setAAD(Buffer.from(name));
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
  }

  /** `undefined`: another program wrote it. */
  #opened(name: string, sealed: string): string | undefined {
    const bytes = Buffer.from(sealed, 'base64url');
    if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const cipher = createDecipheriv(CIPHER, this.#key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(name)).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    try {
      const body = cipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([body, cipher.final()]).toString('utf8');
    } catch {
      // Not sealed by this cluster.
      return undefined;
    }
  }
}

async function unlessAway<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof RedisAway) return undefined;
    throw error;
  }
}
