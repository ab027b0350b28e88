// The links of a cluster, as slow as a campaign wants them: between its members, and from clients to its proxy.
import type { Cluster } from '../../cli/private-cluster.ts';
import { type DelayProxy, startDelayProxy } from '../testing/delay-proxy.ts';

/** Where members reach each other: at their own ports, which are thus the same in what is stored. */
export const PEER_HOST = '127.0.0.2';

export class Links {
  /** The address for clients. */
  readonly url: string;
  readonly #delays: readonly number[];
  readonly #toProxy: DelayProxy;
  readonly #toMembers: readonly DelayProxy[];

  private constructor(delays: readonly number[], toProxy: DelayProxy, toMembers: readonly DelayProxy[]) {
    this.#delays = delays;
    this.#toProxy = toProxy;
    this.#toMembers = toMembers;
    this.url = toProxy.url;
  }

  /** `delays`: of each connection in turn, there and back, in milliseconds. */
  static async open({ url, members }: Cluster, delays: readonly number[]): Promise<Links> {
    const toMembers = members.map((member) =>
      startDelayProxy(member.url, delays, { host: PEER_HOST, port: member.port }),
    );
    return new Links(delays, await startDelayProxy(url, delays), await Promise.all(toMembers));
  }

  /** Until the work is done, connections that members make to each other are that slow. */
  async whileSlow(ms: number, work: () => Promise<void>): Promise<void> {
    for (const proxy of this.#toMembers) proxy.slow([ms]);
    await work().finally(() => {
      for (const proxy of this.#toMembers) proxy.slow(this.#delays);
    });
  }

  async close(): Promise<void> {
    await Promise.all([this.#toProxy, ...this.#toMembers].map((proxy) => proxy.close()));
  }
}
