// News that a client missed and the room's memory no longer has, from the stored journal.
import type { Seat } from '../../shared/kernel/seat.ts';
import type { Asker } from '../people/viewer.ts';
import type { Session } from '../play/session.ts';
import type { History } from './history.ts';
import type { NewsMessage } from './news-memory.ts';

/** As one viewer may see them: news that continue where the client was, up to where the memory begins. */
export interface Recalled {
  readonly viewer: Seat | null;
  readonly news: readonly NewsMessage[];
}

/** One page at most. None if the memory has them all, or if there is no history. */
export async function recallNews(
  session: Session,
  history: History,
  since: number,
  { identity: { id }, address }: Omit<Asker, 'language'>,
): Promise<Recalled> {
  const viewer = session.seatOf(id) ?? null;
  const isEnough = since >= session.version || session.memory.since(since, viewer).complete;
  const past = isEnough ? undefined : session.questions.past();
  if (past === undefined || !past.ok) return { viewer, news: [] };
  const page = await history.page(
    past.value,
    { from: since + 1, count: Number.POSITIVE_INFINITY, as: viewer ?? 'spectator', views: false },
    { id, address, seat: viewer },
  );
  if (!page.ok) return { viewer, news: [] };
  const news = page.value.versions.map(({ version, seat, by, at, events }) => ({
    version,
    seat,
    by,
    at,
    events,
  }));
  return { viewer, news };
}

/** All news after a version; `complete` is false if some are missing, and then only the newest are there. */
export function newsSince(
  session: Session,
  since: number,
  viewer: Seat | null,
  recalled: Recalled,
): { readonly complete: boolean; readonly news: readonly NewsMessage[] } {
  const known = session.memory.since(since, viewer);
  const last = recalled.news.at(-1)?.version;
  if (known.complete || last === undefined || recalled.viewer !== viewer) return known;
  const rest = session.memory.since(last, viewer);
  return rest.complete ? { complete: true, news: [...recalled.news, ...rest.news] } : known;
}
