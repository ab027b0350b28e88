// One more device of a player: invited, asking, let in, over HTTP.
import { randomUUID } from 'node:crypto';
import { HttpPlayer } from './http-player.ts';
import type { Answered } from './start.ts';

interface First {
  readonly token: string;
  readonly refreshToken: string;
}

export class SecondDevice {
  readonly #port: number;
  readonly asking: { readonly invitation: string; readonly key: string; readonly name: string };

  constructor(port: number, invitation: string, name: string, key = randomUUID()) {
    this.#port = port;
    this.asking = { invitation, key, name };
  }

  ask(changed: object = {}): Promise<Answered> {
    return new HttpPlayer(this.#port, '').post('/me/devices/ask', { ...this.asking, ...changed });
  }
}

/** The first tokens of it. The ports are those of the process that the first device talks to, and of that of the second. */
export async function secondDevice(
  [here, there]: readonly [number, number],
  { token, refreshToken }: First,
  name: string,
): Promise<Answered> {
  const first = new HttpPlayer(here, token);
  const { id, invitation } = (await first.post('/me/devices/invite', { refreshToken })).json();
  const second = new SecondDevice(there, String(invitation), name);
  const { code } = (await second.ask()).json();
  await first.post(`/me/devices/${String(id)}/admit`, { refreshToken, code });
  return await second.ask();
}
