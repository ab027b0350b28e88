// Sends the export of a person, which may be long, as fast as it is read.
import { once } from 'node:events';
import type { Response } from 'express';

/** What fails before anything is sent is answered like any failure; later only the connection can end. */
export async function sendExport(response: Response, pieces: AsyncIterable<string>): Promise<void> {
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
