// Whether all tables that each server lists exist, and all public lobbies with present hosts are listed.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Games, quayside, type Table } from '../../client/index.ts';

/** The directory is repaired within this time, however busy the machine is. */
const HEAL_MS = 30_000;
const LOOK_MS = 500;

export interface ListingServer {
  readonly name: string;
  readonly url: string;
}

interface Line {
  readonly matchId: string;
  readonly status: string;
}

/** A public lobby with a waiting host who reconnects by itself. */
export class WaitingHost {
  readonly #table: Table<Games['borneo']>;

  private constructor(table: Table<Games['borneo']>) {
    this.#table = table;
    void this.#wait();
  }

  static async open(url: string, token: string): Promise<WaitingHost> {
    return new WaitingHost(await quayside({ url, token }).create('borneo', { seats: 3, clock: 'none' }));
  }

  get matchId(): string {
    return this.#table.id;
  }

  /** Why it stopped waiting, if it did. */
  broken: string | undefined;

  close(): void {
    this.#table.close();
  }

  async #wait(): Promise<void> {
    try {
      for await (const _line of this.#table.lines(-1, { stays: true }));
    } catch (error) {
      this.broken = String(error);
    }
  }
}

/** The faults in these servers' lists; repeated until there are none, for as long as repairs may take. */
export async function faultsOfLists(
  members: readonly ListingServer[],
  waiting: readonly string[],
  token: string,
): Promise<readonly string[]> {
  const deadline = performance.now() + HEAL_MS;
  for (;;) {
    const faults = await lookAtLists(members, waiting, token);
    if (faults.length === 0 || performance.now() > deadline) return faults;
    await sleep(LOOK_MS);
  }
}

/** The same at once. */
export async function lookAtLists(
  members: readonly ListingServer[],
  waiting: readonly string[],
  token: string,
): Promise<string[]> {
  const faults: string[] = [];
  for (const [index, member] of members.entries()) {
    const other = members[(index + 1) % members.length] ?? member;
    for (const status of ['lobby', 'playing'] as const) {
      const lines = await listedAt(member, status, token);
      if (typeof lines === 'string') {
        faults.push(`${member.name} lists nothing: ${lines}`);
        continue;
      }
      const ids = new Set(lines.map(({ matchId }) => matchId));
      if (ids.size < lines.length) faults.push(`${member.name} lists a table twice`);
      // All at once: matches end meanwhile, and each answer may come over a slow link.
      const statuses = await Promise.all(lines.map(({ matchId }) => statusAt(other, matchId, token)));
      for (const [at, { matchId, status: listed }] of lines.entries()) {
        const found = statuses[at];
        if (found !== listed)
          faults.push(`${member.name} lists ${matchId} as ${listed}, ${other.name} says ${found}`);
      }
      if (status !== 'lobby') continue;
      for (const matchId of waiting)
        if (!ids.has(matchId)) faults.push(`${member.name} does not list ${matchId}, whose host waits`);
    }
  }
  return faults;
}

async function listedAt(
  member: ListingServer,
  status: string,
  token: string,
): Promise<readonly Line[] | string> {
  const { tables, code } = await asked<{ tables: Line[] }>(member, `/tables?status=${status}`, token);
  return tables ?? `${code}`;
}

async function statusAt(member: ListingServer, matchId: string, token: string): Promise<string> {
  const { table, code } = await asked<{ table: { status: string } }>(member, `/tables/${matchId}`, token);
  return table?.status ?? `${code}`;
}

async function asked<Body>(
  { url }: ListingServer,
  path: string,
  token: string,
): Promise<Partial<Body> & { code?: string }> {
  try {
    const response = await fetch(`${url}/api/v1${path}`, {
      headers: { Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(10_000),
    });
    return (await response.json()) as Partial<Body> & { code?: string };
  } catch (error) {
    return { code: String(error) } as Partial<Body> & { code?: string };
  }
}
