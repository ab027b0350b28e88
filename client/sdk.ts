// The parts of a Colyseus SDK that the client uses: its class `Client` is passed in, so that HTTP does not need
// it.

import type { Bearer } from './door.ts';

export interface SdkRoom {
  readonly roomId: string;
  readonly state: unknown;
  reconnection: { enabled: boolean };
  onMessage(type: '*', heard: (type: string | number, payload: unknown) => void): () => void;
  onStateChange(changed: (state: unknown) => void): unknown;
  onError(failed: (code: number, message?: string) => void): unknown;
  onLeave(left: (code: number) => void): unknown;
  ping(answered: (ms: number) => void): void;
  removeAllListeners(): void;
  request(type: string, payload?: object): Promise<unknown>;
  leave(consented?: boolean): Promise<number>;
}

export interface SdkClient {
  create(game: string, options: object): Promise<SdkRoom>;
  joinById(matchId: string, options: object): Promise<SdkRoom>;
}

/** The class `Client` of `@colyseus/sdk`. */
export type Sdk = new (url: string, options?: { headers?: Record<string, string> }) => SdkClient;

/**
 * Gives the token to matchmaking only, as a header: as its `auth.token` the SDK would also write it into the address of
 * every socket. A token that has ended is replaced first, such as after a long sleep.
 */
export function clientOf(sdk: Sdk, url: string, bearer: Bearer): SdkClient {
  const headers = {
    // Read for each request.
    get Authorization() {
      return `Bearer ${bearer.known ?? ''}`;
    },
  };
  const client = new sdk(url, { headers });
  const signedIn = async (enter: () => Promise<SdkRoom>): Promise<SdkRoom> => {
    const token = await bearer.token();
    try {
      return await enter();
    } catch (error) {
      const isRefused = (error as { code?: unknown }).code === 401 && token !== undefined;
      if (!isRefused || !(await bearer.renew(token))) throw error;
      return await enter();
    }
  };
  return {
    create: (game, options) => signedIn(() => client.create(game, options)),
    joinById: (matchId, options) => signedIn(() => client.joinById(matchId, options)),
  };
}
