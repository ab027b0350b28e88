// Compressing answers. Only what is the same for everybody: a secret beside text that somebody else has chosen would
// show in the length of the compressed answer (SECURITY.md). Streams never are: a line must not wait for the next.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';

/** Below it, headers and packets outweigh what is saved. */
const LEAST_BYTES = 1_024;
/** Of what is compressed at each request, in the event loop: half a millisecond. Longer answers are sent as they are. */
const MOST_BYTES = 64 * 1_024;
const QUICK = { level: 1 };

type Encoding = 'br' | 'gzip';

/** What the client accepts and prefers; `undefined`: neither. */
export function encodingOf(request: Pick<Request, 'acceptsEncodings'>): Encoding | undefined {
  const accepted = request.acceptsEncodings(['br', 'gzip', 'identity']);
  return accepted === 'br' || accepted === 'gzip' ? accepted : undefined;
}

/** A text that many ask for: compressed when it is first asked for, as small as possible, and kept. */
export class Packing {
  readonly #bytes: Buffer;
  readonly #made = new Map<Encoding, Promise<Buffer>>();

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** `undefined`: too small to gain anything. */
  in(encoding: Encoding): Promise<Buffer> | undefined {
    if (this.#bytes.length < LEAST_BYTES) return undefined;
    const made = this.#made.get(encoding) ?? smallest(encoding, this.#bytes);
    this.#made.set(encoding, made);
    return made;
  }
}

/** As small as possible, which takes time. */
function smallest(encoding: Encoding, bytes: Buffer): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(bytes, { level: 9 });
  return promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
}

/** Sends JSON that is the same for everybody and changes often. */
export function sendPacked(request: Request, response: Response, body: object): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.type('application/json').vary('Accept-Encoding');
  const fits = bytes.length >= LEAST_BYTES && bytes.length <= MOST_BYTES;
  if (!fits || request.acceptsEncodings('gzip') !== 'gzip') {
    response.send(bytes);
    return;
  }
  response.set('Content-Encoding', 'gzip').send(gzipSync(bytes, QUICK));
}
