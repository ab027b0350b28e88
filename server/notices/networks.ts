// Which addresses a server may call for its players: none of a private network, of this machine, or with a special
// meaning, in whatever form a URL or a name leads there.
import { BlockList, isIP } from 'node:net';

/** All but what IANA's registries of special addresses list. */
const RESERVED_4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

/** Within 2000::/3, outside of which nothing is public: Teredo, documentation, and 6to4, which contains IPv4. */
const RESERVED_6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

function listOf(family: 'ipv4' | 'ipv6', subnets: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [address, bits] of subnets) list.addSubnet(address, bits, family);
  return list;
}

const reserved4 = listOf('ipv4', RESERVED_4);
const reserved6 = listOf('ipv6', RESERVED_6);
const global6 = listOf('ipv6', [['2000::', 3]]);

export function isPublicAddress(address: string): boolean {
  const kind = isIP(address);
  if (kind === 4) return !reserved4.check(address, 'ipv4');
  // An address with a zone is of this link.
  if (kind !== 6 || address.includes('%')) return false;
  return global6.check(address, 'ipv6') && !reserved6.check(address, 'ipv6');
}
