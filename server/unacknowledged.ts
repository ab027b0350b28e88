// Whose packets nobody acknowledges: what Linux tells of TCP connections, for peers that vanish without a word.
//
// Node reaches neither TCP_USER_TIMEOUT nor the length of the kernel's queue, and keep-alive probes are
// not sent while data is under way. The kernel's table of connections is open to every process, though.
import { readFile } from 'node:fs/promises';
import { isIPv4 } from 'node:net';

/** Not there on other systems: then nobody is found, and TCP gives up by itself after many minutes. */
const TABLES = ['/proc/self/net/tcp', '/proc/self/net/tcp6'];
/** Local address, remote address, ESTABLISHED, queues, the timer of retransmission, how often it ran out. */
const WAITING = /^ *\d+: ([0-9A-F]+:[0-9A-F]{4}) ([0-9A-F]+:[0-9A-F]{4}) 01 \S+ 01:\S+ ([0-9A-F]{8}) /gm;

/** As much of a socket as tells which connection it is. */
export interface Ends {
  readonly localPort?: number | undefined;
  readonly remoteAddress?: string | undefined;
  readonly remotePort?: number | undefined;
}

/** Connections, by `keyOf`, for which a packet was sent again and the other end has said nothing since. */
export async function unacknowledged(): Promise<ReadonlySet<string>> {
  const texts = await Promise.all(TABLES.map((path) => readFile(path, 'latin1').catch(() => '')));
  return new Set(texts.flatMap(waitingIn));
}

export function waitingIn(table: string): string[] {
  const keys: string[] = [];
  for (const [, local = '', remote = '', times = ''] of table.matchAll(WAITING)) {
    const [address = '', port] = remote.split(':');
    if (Number.parseInt(times, 16) > 0) keys.push(`${local.split(':')[1]} ${shortened(address)}:${port}`);
  }
  return keys;
}

export function keyOf({ localPort = 0, remoteAddress = '', remotePort = 0 }: Ends): string {
  return `${hex(localPort)} ${addressInHex(remoteAddress)}:${hex(remotePort)}`;
}

const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, '0');

/** IPv4 in the table of IPv6 stands behind a prefix. */
const shortened = (address: string) => address.replace(/^0{16}FFFF0000(?=.{8}$)/, '');

/** In words of 32 bits, each with its lowest byte first, as the kernel prints them. */
function addressInHex(address: string): string {
  const old = address.replace(/^::ffff:/i, '');
  const bytes = isIPv4(old) ? old.split('.').map(Number) : bytesOfIPv6(address);
  let text = '';
  for (let word = 0; word < bytes.length; word += 4) {
    for (const byte of bytes.slice(word, word + 4).reverse()) text += byte.toString(16).padStart(2, '0');
  }
  return text.toUpperCase();
}

function bytesOfIPv6(address: string): number[] {
  const [plain = ''] = address.split('%');
  const [head = '', tail] = plain.split('::');
  const groups = (text: string | undefined) => (text ? text.split(':') : []);
  const [before, after] = [groups(head), groups(tail)];
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return [...before, ...zeros, ...after].flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
}
