// A server hands its matches over by slow links, while somebody asks for them at the others: a request may wake one at
// its new owner before the former owner has told who will return.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Member } from '../../cli/private-member.ts';
import type { FaultContext } from './faults.ts';
import { ownersOf } from './stored.ts';

const SLOW_MS = 1_500;
const ASK_MS = 150;

export async function slowHandOver(context: FaultContext): Promise<void> {
  const { cluster, victim, links, newToken, find } = context;
  const owners = await ownersOf(cluster.postgres);
  const theirs = [...owners].filter(([, port]) => port === victim.port).map(([matchId]) => matchId);
  const token = await newToken();
  const others = cluster.members.filter((member) => member !== victim && member.isRunning);
  await links.whileSlow(SLOW_MS, async () => {
    let isOver = false;
    const asking = others.flatMap((member) =>
      theirs.map((matchId) => askUntil(member, matchId, token, () => isOver)),
    );
    victim.signal('SIGTERM');
    const code = await victim.ended;
    isOver = true;
    await Promise.all(asking);
    if (code !== 0) find(`${victim.name} ended with ${code} after SIGTERM`);
  });
  await victim.start();
}

async function askUntil(
  { url }: Member,
  matchId: string,
  token: string,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    await fetch(`${url}/api/v1/matches/${matchId}`, {
      headers: { Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(5_000),
    })
      .then((response) => response.arrayBuffer())
      .catch(() => undefined);
    await sleep(ASK_MS * (0.5 + Math.random()));
  }
}
