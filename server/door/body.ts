// Reads JSON bodies, and forms where they are accepted, before other code sees them, within limits.
import type { IncomingMessage } from 'node:http';
import { revive } from '../../shared/kernel/keys.ts';
import type { Area } from '../http/route-table.ts';

type Body =
  | { readonly ok: true; readonly value: unknown; readonly bytes: Buffer }
  | { readonly ok: false; readonly code: 'too-large' | 'bad-json' | 'unsupported-media-type' | 'aborted' };

const NONE = Buffer.alloc(0);

interface Accepted {
  readonly maxBytes: number;
  /** Fields of a form become an object of texts. */
  readonly forms: Area['forms'];
}

/** Resolves as soon as the outcome is known: an oversized body is not read completely. */
export async function readBody(request: IncomingMessage, { maxBytes, forms }: Accepted): Promise<Body> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared === 0 && request.headers['transfer-encoding'] === undefined)
    return { ok: true, value: undefined, bytes: NONE };
  if (declared > maxBytes) return { ok: false, code: 'too-large' };
  const bytes = await readBytes(request, maxBytes);
  if (typeof bytes === 'string') return { ok: false, code: bytes };
  if (bytes.length === 0 || forms === 'unread') return { ok: true, value: undefined, bytes };
  // Any page may send a form or text/plain without a preflight, but not JSON.
  const [given = ''] = (request.headers['content-type'] ?? '').split(';');
  const type = given.trim().toLowerCase();
  if (forms === 'read' && type === 'application/x-www-form-urlencoded')
    return { ok: true, value: Object.fromEntries(new URLSearchParams(bytes.toString('utf8'))), bytes };
  if (type !== 'application/json') return { ok: false, code: 'unsupported-media-type' };
  try {
    return { ok: true, value: JSON.parse(bytes.toString('utf8'), revive), bytes };
  } catch {
    return { ok: false, code: 'bad-json' };
  }
}

function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer | 'too-large' | 'aborted'> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) done('too-large');
      else chunks.push(chunk);
    };
    const onEnd = () => done(Buffer.concat(chunks, size));
    const onClose = () => done('aborted');
    const done = (outcome: Buffer | 'too-large' | 'aborted') => {
      request.off('data', onData).off('end', onEnd).off('close', onClose);
      if (outcome === 'too-large') request.pause();
      resolve(outcome);
    };
    request.on('data', onData).on('end', onEnd).on('close', onClose);
    request.on('error', () => {}); // `close` follows
  });
}
