// Texts that many clients request and that rarely change: sent in full once, then answered with 304.
import { pipeline, Readable } from 'node:stream';
import type { Request, Response } from 'express';
import { encodingOf, Packing } from '../http/encoding.ts';
import { sha256 } from '../process/chance.ts';

/** Small texts are sent at once; large ones only as fast as the peer reads. */
const PIECE_BYTES = 64 * 1024;

export interface Prepared {
  readonly bytes: Buffer;
  readonly tag: string;
  readonly type: string;
  /** Set if it is also sent compressed. */
  readonly packing?: Packing;
}

interface Asked {
  readonly request: Request;
  readonly response: Response;
}

export function prepare(value: object): Prepared {
  return prepareText(JSON.stringify(value), 'application/json');
}

export function prepareText(text: string, type: string): Prepared {
  const bytes = Buffer.from(text);
  return { bytes, tag: `"${sha256(text).slice(0, 32)}"`, type, packing: new Packing(bytes) };
}

/**
 * 200 with the text, or 304 if the client already has it. It asks each time: after an upgrade nobody may read what an
 * older program said.
 */
export async function sendPrepared(
  asked: Asked,
  prepared: Prepared,
  headers: Readonly<Record<string, string>> = {},
): Promise<undefined> {
  const { request, response } = asked;
  const { bytes, tag } = await formFor(asked, prepared);
  response.set({ ETag: tag, 'Cache-Control': 'public, no-cache', ...headers });
  response.type(prepared.type);
  // Express compares the ETags and omits the body.
  if (bytes.length <= PIECE_BYTES || request.fresh || request.method === 'HEAD') response.send(bytes);
  else sendInPieces(response, bytes);
}

/** The text in the encoding that its client prefers: each has its own ETag. */
async function formFor(
  { request, response }: Asked,
  { bytes, tag, packing }: Prepared,
): Promise<Pick<Prepared, 'bytes' | 'tag'>> {
  if (packing === undefined) return { bytes, tag };
  response.vary('Accept-Encoding');
  const encoding = encodingOf(request);
  const packed = encoding && (await packing.in(encoding));
  if (packed === undefined) return { bytes, tag };
  response.set('Content-Encoding', encoding);
  return { bytes: packed, tag: tag.replace(/"$/, `-${encoding}"`) };
}

function sendInPieces(response: Response, bytes: Buffer): void {
  // Its client did not wait for it.
  if (response.destroyed) return;
  response.set('Content-Length', String(bytes.length));
  // Limits, Express and the pipeline each listen for the end of a response, a dozen in all: no leak.
  response.setMaxListeners(20);
  // A peer that reads nothing is disconnected like any stalled connection (`stalledSeconds`).
  pipeline(Readable.from(piecesOf(bytes)), response, () => undefined);
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}
