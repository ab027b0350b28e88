// Where a player has found this server.
import type { Request } from 'express';

/** The address that the player's browser shows; of other programs, the one that they have asked. */
export function originOf({ headers }: Pick<Request, 'headers'>): string {
  const { origin, host = 'localhost' } = headers;
  return origin !== undefined && URL.canParse(origin) ? new URL(origin).origin : `http://${host}`;
}
