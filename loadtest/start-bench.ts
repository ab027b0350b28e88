// How long a start takes, from the call until every player sees the match: at tables where nobody has a part of the deal,
// where all have one, and where one stays silent; in turns, so that what disturbs the machine disturbs all alike.
import { createHash, randomBytes } from 'node:crypto';
import { now } from './clock.ts';
import { Histogram } from './histogram.ts';
import { clientFor, type Room } from './sdk.ts';
import { startOwnServer } from './server-process.ts';

const KINDS = ['without parts', 'with parts', 'one is silent'] as const;
type Kind = (typeof KINDS)[number];
const SEATS = 4;

interface StartFigures {
  readonly kind: Kind;
  readonly starts: number;
  /** In milliseconds, like the others. */
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
}

interface Counts {
  /** Of tables of each kind whose players all take part, or have no parts. */
  readonly starts: number;
  /** Of tables with a silent player, each of which takes seconds. */
  readonly silent: number;
}

export async function benchStarts(
  { starts, silent }: Counts,
  progress: (text: string) => void,
): Promise<StartFigures[]> {
  const server = await startOwnServer();
  const taken = new Map<Kind, number[]>(KINDS.map((kind) => [kind, []]));
  try {
    const tokens = await Promise.all(Array.from({ length: SEATS }, () => guestAt(server.url)));
    const take = async (kind: Kind) => {
      taken.get(kind)?.push(await started(server.url, tokens, kind));
    };
    // The first ones compile the rules.
    for (let n = 0; n < SEATS; n++)
      for (const kind of KINDS.slice(0, 2)) await started(server.url, tokens, kind);
    for (let n = 0; n < starts; n++) {
      progress(`start ${n + 1} of ${starts} …`);
      for (const kind of n % 2 === 0 ? KINDS.slice(0, 2) : KINDS.slice(0, 2).toReversed()) await take(kind);
      if (n < silent) await take('one is silent');
    }
  } finally {
    await server.stop();
  }
  return KINDS.map((kind) => figuresOf(kind, taken.get(kind) ?? []));
}

function figuresOf(kind: Kind, taken: readonly number[]): StartFigures {
  const histogram = new Histogram();
  for (const milliseconds of taken) histogram.add(milliseconds);
  const at = (share: number) => histogram.percentile(share) ?? 0;
  return { kind, starts: taken.length, p50: at(0.5), p99: at(0.99), longest: Math.max(0, ...taken) };
}

export function startsInWords(figures: readonly StartFigures[]): string {
  const line = (cells: readonly string[]) =>
    cells.map((cell, column) => (column === 0 ? cell.padEnd(16) : cell.padStart(10))).join('');
  const rows = figures.map(({ kind, starts, p50, p99, longest }) =>
    line([kind, String(starts), ...[p50, p99, longest].map((value) => `${value.toFixed(1)} ms`)]),
  );
  return [line(['a start', 'starts', 'p50', 'p99', 'longest']), ...rows].join('\n');
}

async function guestAt(url: string): Promise<string> {
  const body = JSON.stringify({ name: 'Ann' });
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${url}/api/v1/guests`, { method: 'POST', headers, body });
  const { token } = (await answer.json()) as { readonly token: string };
  return token;
}

interface Seen {
  readonly version: number;
  readonly table?: { readonly status: string; readonly dealing: boolean };
}

/** Resolves with the milliseconds that it took. */
async function started(url: string, tokens: readonly string[], kind: Kind): Promise<number> {
  const [host, ...others] = tokens.map((token) => clientFor(url, token));
  if (host === undefined) throw new Error('nobody plays');
  const first = await host.create('borneo', { seats: SEATS, clock: 'none', messages: false });
  const rooms: Room[] = [first];
  for (const client of others) rooms.push(await client.joinById(first.roomId, { messages: false }));
  const parts = kind === 'without parts' ? [] : rooms.map(() => randomBytes(16).toString('hex'));
  for (const [seat, part] of parts.entries())
    await rooms[seat]?.request('commit-part', {
      commitment: createHash('sha256').update(part).digest('hex'),
    });
  const isOpening = (seat: number) => kind === 'with parts' || seat < SEATS - 1;
  const began = now();
  const begun = rooms.map((room, seat) => {
    const part = isOpening(seat) ? parts[seat] : undefined;
    return seeBeginning(room, part);
  });
  await first.request('start');
  await Promise.all(begun);
  const took = now() - began;
  for (const room of rooms) room.reconnection.enabled = false;
  await Promise.all(rooms.map((room) => room.leave()));
  return took;
}

/** Resolves when the player sees the match; on the way its part is opened. */
function seeBeginning(room: Room, part: string | undefined): Promise<void> {
  return new Promise((resolve) => {
    let isOpened = part === undefined;
    room.onStateChange((state: Seen) => {
      if (state.table?.status === 'playing') resolve();
      if (isOpened || state.table?.dealing !== true) return;
      isOpened = true;
      room.request('open-part', { part }).catch(() => undefined);
    });
  });
}
