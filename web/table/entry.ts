// Joins a table and loads everything that its screen draws.
import { signal } from '@preact/signals';
import type { Quayside, Table } from '../../client/index.ts';
import { USUAL_WEIGHT } from '../boards/board.ts';
import { type Furniture, furnished, type SomeGame } from '../boards/furnish.ts';
import { overSockets } from '../lib/player.ts';
import { pace } from '../lib/preferences.ts';
import type { Pointing } from '../news/told.tsx';
import { Playback } from '../playback/playback.ts';
import { type Wish, wishOf } from '../playback/queue.ts';
import { gainsOf } from '../playback/since.ts';
import { isHidden } from './attention.ts';
import { LiveTable } from './live-table.ts';
import { lastSeen } from './seen.ts';

export type { SomeGame } from '../boards/furnish.ts';

export interface Entered extends Furniture {
  readonly live: LiveTable<SomeGame>;
  /** What is shown, which may lag behind `live`. */
  readonly playback: Playback<SomeGame>;
  readonly pointing: Pointing;
}

export async function entered(enter: (harbour: Quayside) => Promise<Table<SomeGame>>): Promise<Entered> {
  const harbour = await overSockets();
  const table = await enter(harbour);
  const furniture = await furnished(harbour, table.facts);
  const live = new LiveTable(table);
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
    lastSeen(table.id),
  );
  const pointing = { lit: signal<ReadonlySet<string>>(new Set()), litSeats: signal(new Set<number>()) };
  return { live, ...furniture, playback, pointing };
}

/** Remembered: the same events are asked about until they have been shown. */
function wishesOf({ teller, board, catalogue }: Furniture, table: Table<SomeGame>) {
  const known = new WeakMap<object, Wish>();
  const gainsIn = gainsOf({ board, catalogue });
  return (event: SomeGame['Event']): Wish => {
    const before = known.get(event);
    if (before !== undefined) return before;
    // What the player gains or loses always has its time.
    const isMine = gainsIn([event]).some(({ seat }) => seat === table.seat);
    const weight = isMine ? 'long' : (board?.weighing?.weights[event.type] ?? USUAL_WEIGHT);
    const wish = wishOf(weight, teller.sentence(event, table.names)?.length ?? 0);
    known.set(event, wish);
    return wish;
  };
}

export function left({ live, playback }: Entered): void {
  playback.close();
  live.close();
}
