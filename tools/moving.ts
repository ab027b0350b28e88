// Moves all matches from one database to another: resumable, and verified before the old one is left.
import { StoreError } from '../rooms/life/store-error.ts';
import { journalOf, rowOf } from '../server/store/rows.ts';
import { Complaint } from './read-file.ts';
import { BESIDE, type StoredMatch, type StoreEnd } from './store-end.ts';

/** In one transaction; a match has some hundred rows. */
const PAGE = 20;

interface Moved {
  readonly matches: number;
  readonly moves: number;
  /** Their rows are copied unchanged, damage included. */
  readonly damaged: readonly string[];
}

export type Progress = (what: 'copied' | 'verified', done: number, total: number) => void;

/** Throws a `Complaint` if the target has other matches, or does not have the same ones afterwards. */
export async function moveAll(source: StoreEnd, target: StoreEnd, progress: Progress): Promise<Moved> {
  const total = await source.count();
  if ((await target.count()) > 0 && target.name !== source.name) {
    throw new Complaint(`${target.place} has other matches: they can only be moved into an empty database`);
  }
  // From the first match on, an interrupted migration can be recognised.
  await target.take(source.name);
  await eachPage(source, total, async (matches, done) => {
    const there = new Set((await target.those(idsOf(matches))).map(({ columns }) => columns.match_id));
    const missing = matches.filter(({ columns }) => !there.has(columns.match_id));
    if (missing.length > 0) await target.add(missing);
    progress('copied', done, total);
  });
  for (const table of BESIDE) await target.addBeside(table, await source.beside(table));
  const moved = { matches: total, moves: 0, damaged: [] as string[] };
  await eachPage(source, total, async (matches, done) => {
    const copies = new Map(
      (await target.those(idsOf(matches))).map((copy) => [copy.columns.match_id, textOf(copy)]),
    );
    for (const match of matches) {
      const { match_id: matchId } = match.columns;
      if (copies.get(matchId) !== textOf(match)) {
        throw new Complaint(`match ${matchId} differs in ${target.place}: nothing there is overwritten`);
      }
      if (isDamaged(match)) moved.damaged.push(matchId);
      moved.moves += match.rows.length;
    }
    progress('verified', done, total);
  });
  const there = await target.count();
  if (there !== total)
    throw new Complaint(`${target.place} has ${there} matches, ${source.place} only ${total}`);
  await source.leave(target.place);
  return moved;
}

async function eachPage(
  source: StoreEnd,
  total: number,
  work: (matches: readonly StoredMatch[], done: number) => Promise<void>,
): Promise<void> {
  let done = 0;
  for (let after = 0; ; ) {
    const matches = await source.page(after, PAGE);
    const last = matches.at(-1);
    if (last === undefined) break;
    after = last.id;
    done += matches.length;
    await work(matches, done);
  }
  if (done !== total) throw new Complaint(`${source.place} has changed while it was moved`);
}

function idsOf(matches: readonly StoredMatch[]): string[] {
  return matches.map(({ columns }) => columns.match_id);
}

function textOf({ columns, rows }: StoredMatch): string {
  return JSON.stringify([columns, rows]);
}

function isDamaged({ columns, rows }: StoredMatch): boolean {
  try {
    rowOf(columns);
    for (const row of rows) journalOf(columns.match_id, row);
    return false;
  } catch (error) {
    if (error instanceof StoreError && error.code === 'damaged') return true;
    throw error;
  }
}
