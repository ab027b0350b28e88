// Joins a table and loads everything that its screen draws.
import { signal } from '@preact/signals';
import type { Table } from '../../client/index.ts';
import { type Furniture, furnished, type SomeGame } from '../boards/furnish.ts';
import type { Coach } from '../first-match/coach.ts';
import { noteFingerprint } from '../lib/fingerprints.ts';
import { overSockets } from '../lib/player.ts';
import { pace } from '../lib/preferences.ts';
import type { Pointing } from '../news/told.tsx';
import { Playback } from '../playback/playback.ts';
import { wishesOf } from '../playback/weighed.ts';
import { isHidden } from './attention.ts';
import { LiveTable } from './live-table.ts';
import { lastSeen } from './seen.ts';

export type { SomeGame } from '../boards/furnish.ts';

export interface Entered extends Furniture {
  readonly live: LiveTable<SomeGame>;
  /** What is shown, which may lag behind `live`. */
  readonly playback: Playback<SomeGame>;
  readonly pointing: Pointing;
  /** Of a first match; then nobody else is at the table, and no server. */
  readonly coach: Coach | null;
}

export async function entered(id: string, invitation: string): Promise<Entered> {
  const harbour = await overSockets();
  const furnishing = Promise.withResolvers<Furniture>();
  // Nobody waits for it if there is no place at the table.
  furnishing.promise.catch(() => undefined);
  const table: Table<SomeGame> = await harbour.table(id, {
    ...(invitation !== '' && { invitation }),
    met: (facts) => furnishing.resolve(furnished(harbour, facts)),
  });
  noteFingerprint(table.id, table.facts);
  return seatedAt(table, await furnishing.promise, { seen: lastSeen(table.id), coach: null });
}

interface Seated extends Pick<Entered, 'coach'> {
  /** How far the player has seen the match; null: nothing of it. */
  readonly seen: number | null;
}

export function seatedAt(table: Table<SomeGame>, furniture: Furniture, { seen, coach }: Seated): Entered {
  const live = new LiveTable(table, furniture.board);
  const playback = new Playback<SomeGame>(
    {
      live: live.scene,
      choice: live.choice,
      pace,
      isHidden,
      past: (from, to) => live.past(from, to),
      wishOf: wishesOf(furniture, table),
      wait: (ms, work) => {
        const timer = setTimeout(work, ms);
        return () => clearTimeout(timer);
      },
    },
    seen,
  );
  const pointing = { lit: signal<ReadonlySet<string>>(new Set()), litSeats: signal(new Set<number>()) };
  return { live, ...furniture, playback, pointing, coach };
}

export function left({ live, playback }: Entered): void {
  playback.close();
  live.close();
}
