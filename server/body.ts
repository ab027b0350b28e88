// Reads JSON bodies before other code sees them, within limits.
import type { IncomingMessage } from 'node:http';
import { revive } from '../shared/kernel/keys.ts';

export type Body =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: 'too-large' | 'bad-json' | 'unsupported-media-type' | 'aborted' };

/** Resolves as soon as the outcome is known: an oversized body is not read completely. */
export async function readJsonBody(request: IncomingMessage, maxBytes: number): Promise<Body> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared === 0 && request.headers['transfer-encoding'] === undefined)
    return { ok: true, value: undefined };
  if (declared > maxBytes) return { ok: false, code: 'too-large' };
  const bytes = await readBytes(request, maxBytes);
  if (typeof bytes === 'string') return { ok: false, code: bytes };
  if (bytes.length === 0) return { ok: true, value: undefined };
  // Any page may send a form or text/plain without a preflight, but not JSON.
  const [type = ''] = (request.headers['content-type'] ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/json') return { ok: false, code: 'unsupported-media-type' };
  try {
    return { ok: true, value: JSON.parse(bytes.toString('utf8'), revive) };
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
