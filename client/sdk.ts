// The parts of a Colyseus SDK that the client uses: its class `Client` is passed in, so that HTTP does not need
// it.

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
