// Whose packets nobody acknowledges: what Linux tells of TCP connections, for peers that vanish without a word.
//
// Node reaches neither TCP_USER_TIMEOUT nor the length of the kernel's queue, and keep-alive probes are
// not sent while data is under way. The kernel's table of connections is open to every process, though.
import { open } from 'node:fs/promises';
import { isIPv4 } from 'node:net';

/** Not there on other systems: then nobody is found, and TCP gives up by itself after many minutes. */
const TABLES = ['/proc/self/net/tcp', '/proc/self/net/tcp6'];
/** Bytes read at once, some hundred lines. */
const PIECE = 64 * 1024;
/** The timer of retransmission runs: nothing else in the table reads like this. */
const TIMER = ' 01:';
/** Local port, remote address, ESTABLISHED, queues, the timer, how often it ran out. */
const WAITING = /^ *\d+: [0-9A-F]+:([0-9A-F]{4}) ([0-9A-F]+:[0-9A-F]{4}) 01 \S+ 01:\S+ ([0-9A-F]{8}) /;

/** What is read of a line from the timer on. */
const LONGEST_REST = 40;

/** As much of a socket as tells which connection it is. */
export interface Ends {
  readonly localPort?: number | undefined;
  readonly remoteAddress?: string | undefined;
  readonly remotePort?: number | undefined;
}

/** Connections, by `keyOf`, for which a packet was sent again and the other end has said nothing since. */
export async function unacknowledged(): Promise<ReadonlySet<string>> {
  const found = await Promise.all(TABLES.map((path) => waitingInFile(path).catch(() => [])));
  return new Set(found.flat());
}

/** Piece by piece: at once it would hold up everybody for a while. */
export async function waitingInFile(path: string): Promise<string[]> {
  const file = await open(path);
  const piece = Buffer.alloc(PIECE);
  const keys: string[] = [];
  try {
    for (let rest = 0; ; ) {
      const { bytesRead } = await file.read(piece, rest, PIECE - rest, null);
      const known = rest + bytesRead;
      const end = bytesRead === 0 ? known : piece.lastIndexOf('\n', known - 1) + 1;
      keys.push(...waitingIn(piece.subarray(0, end)));
      if (bytesRead === 0) return keys;
      piece.copyWithin(0, end, known);
      rest = known - end;
    }
  } finally {
    await file.close();
  }
}

/** Only lines where that timer runs are looked at. */
export function waitingIn(table: Buffer): string[] {
  const keys: string[] = [];
  for (let at = table.indexOf(TIMER); at >= 0; at = table.indexOf(TIMER, at + 1)) {
    const line = table.toString('latin1', table.lastIndexOf('\n', at) + 1, at + LONGEST_REST);
    const [, port = '', remote = '', times = ''] = WAITING.exec(line) ?? [];
    if (Number.parseInt(times, 16) > 0) keys.push(`${port} ${shortened(remote)}`);
  }
  return keys;
}

export function keyOf({ localPort = 0, remoteAddress = '', remotePort = 0 }: Ends): string {
  return `${hex(localPort)} ${addressInHex(remoteAddress)}:${hex(remotePort)}`;
}

const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, '0');

/** IPv4 in the table of IPv6 stands behind a prefix. */
const shortened = (address: string) => address.replace(/^0{16}FFFF0000(?=.{8}:)/, '');

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
