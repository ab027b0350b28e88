// Tables as they were last seen in this browser, for a look at them without the server.
import { effect } from '@preact/signals';
import type { TableFacts } from '../../client/index.ts';
import type { Scene } from '../boards/board.ts';
import type { SomeGame } from '../boards/furnish.ts';
import { canWork, keeps } from '../lib/offline.ts';
import { playerId } from '../lib/player.ts';
import { OURS } from '../worker/stores.ts';
import type { LiveTable } from './live-table.ts';

export interface KeptTable {
  /** Who has seen it: nobody else does here. */
  readonly player: string;
  readonly at: number;
  readonly seat: number | null;
  readonly facts: TableFacts;
  readonly scene: Scene<SomeGame>;
}

const PLACE = `${OURS}tables`;
/** Those that were seen last. */
const MOST = 8;
/** Moves of bots come faster. */
const AFTER_MS = 1_000;

const nameOf = (matchId: string) => `/kept-table/${matchId}`;

/** Until the returned function is called. */
export function keepTable({ table: { id }, facts, scene, seat }: LiveTable<SomeGame>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = effect(() => {
    const { value: now } = scene;
    const isWanted = keeps.value && playerId.value !== '';
    clearTimeout(timer);
    if (now === null || !isWanted) return;
    const seen = { player: playerId.value, seat: seat.value, facts: facts.value, scene: now };
    timer = setTimeout(() => void keep(id, { ...seen, at: Date.now() }).catch(() => undefined), AFTER_MS);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

async function keep(matchId: string, seen: KeptTable): Promise<void> {
  const place = await caches.open(PLACE);
  // The newest come last.
  await place.delete(nameOf(matchId));
  await place.put(nameOf(matchId), Response.json(seen));
  const all = await place.keys();
  for (const { url: old } of all.slice(0, Math.max(0, all.length - MOST))) await place.delete(old);
}

/** `undefined`: it was not seen here, or by somebody else. */
export async function keptTable(matchId: string): Promise<KeptTable | undefined> {
  if (!canWork) return undefined;
  const answer = await caches.match(nameOf(matchId), { cacheName: PLACE });
  const kept = (await answer?.json()) as KeptTable | undefined;
  return kept?.player === playerId.peek() ? kept : undefined;
}

/** With a player who leaves this browser goes what only that player may see. */
export function keepOwnTables(): void {
  let player = playerId.peek();
  effect(() => {
    const { value: now } = playerId;
    if (canWork && player !== '' && now !== player) void caches.delete(PLACE);
    player = now;
  });
}
