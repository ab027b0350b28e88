// Before the first scene: is there a server? After the last one: leave no open tables.
import { reasonOf } from '../shared/kernel/reason.ts';
import { Guest, type Json, type Reach } from './guest.ts';

const PATIENCE_MS = 10_000;

/** One line that says why this address cannot be tested. */
export async function whyUnreachable(url: string): Promise<string | undefined> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    return `${url} is not the address of a server; it must look like http://localhost:2567`;
  try {
    // Any answer is fine here: the scenes check it.
    await fetch(`${url}/api/v1/games`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return undefined;
  } catch (error) {
    const { cause } = error as { cause?: unknown };
    return `no answer from ${url}: ${reasonOf(cause ?? error) || 'connection refused'}`;
  }
}

/** All guests permanently leave their unfinished tables; returns how many. */
export async function leaveTables({ arrived, ...reach }: Reach): Promise<number> {
  let left = 0;
  for (const token of arrived) {
    const guest = new Guest({ ...reach, arrived }, token);
    const { body } = await guest.ask('GET', '/me/matches');
    for (const { matchId, status } of (body['matches'] ?? []) as Json[]) {
      const table = `/tables/${String(matchId)}`;
      // In a lobby guests can only leave their seats.
      const out =
        status === 'lobby' ? (['DELETE', table] as const) : (['POST', `${table}/give-up-seat`] as const);
      const ways = [out, ['DELETE', `${table}/seat`]] as const;
      if (await firstThatLeads(guest, ways)) left += 1;
    }
  }
  return left;
}

async function firstThatLeads(
  guest: Guest,
  ways: readonly (readonly [method: string, path: string])[],
): Promise<boolean> {
  for (const [method, path] of ways) if ((await guest.ask(method, path)).status === 204) return true;
  return false;
}
