// Sends a player's export, which may be long, as fast as it is read.
import { once } from 'node:events';
import type { Response } from 'express';
import { clearTimeout, setTimeout } from '../../rooms/clockwork.ts';

/** Time to read an export. */
const READING_SECONDS = 120;

/**
 * A failure before the first byte is answered as usual; later only the connection can be closed, as it is for a client
 * that reads too slowly: few may read at the same time.
 */
export async function sendExport(
  response: Response,
  pieces: AsyncIterable<string> | Iterable<string>,
  seconds = READING_SECONDS,
): Promise<void> {
  const late = setTimeout(() => response.destroy(), seconds * 1_000);
  try {
    await send(response, pieces);
  } finally {
    clearTimeout(late);
  }
}

async function send(response: Response, pieces: AsyncIterable<string> | Iterable<string>): Promise<void> {
  const isGone = new Promise<'gone'>((resolve) => response.once('close', () => resolve('gone')));
  for await (const piece of pieces) {
    if (!response.headersSent) {
      response.status(200).type('json').set({
        'Cache-Control': 'no-store',
        'Content-Disposition': 'attachment; filename="quayside-player.json"',
      });
    }
    const isFull = !response.write(piece);
    if (response.destroyed) return;
    if (isFull && (await Promise.race([once(response, 'drain'), isGone])) === 'gone') return;
  }
  response.end();
}
