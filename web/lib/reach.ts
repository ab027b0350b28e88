// Addresses for others: on the server's own machine `localhost` is right for this page, and useless for anybody else.
import { computed } from '@preact/signals';
import { server } from './server.ts';

interface Reach {
  /** Who can follow links to these origins. */
  readonly whom: 'everyone' | 'network' | 'nobody';
  /** The likeliest one first. */
  readonly origins: readonly [string, ...string[]];
}

/** Needs `usePoll(server)` in the component. */
export const reach = computed(() => reachOf(location.origin, server.value.value?.about.network));

/** `network`: the addresses that the server told; none before its first answer. */
export function reachOf(origin: string, network: readonly string[] | undefined): Reach {
  if (!isOwnMachine(new URL(origin).hostname)) return { whom: 'everyone', origins: [origin] };
  const [first, ...more] = (network ?? []).map((address) => new URL(address).origin);
  return first === undefined
    ? { whom: 'nobody', origins: [origin] }
    : { whom: 'network', origins: [first, ...more] };
}

function isOwnMachine(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}
