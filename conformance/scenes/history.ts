// The history of a match: from the lobby on, as each viewer saw it, in pages; once it is finished, of all seats.
import { Guest, type Json, type LineStream, socketAsk } from '../guest.ts';
import { asked, choose, type Kit, legalOf, type Scene, type Seated, seatedTable } from '../scene.ts';

const MOVES = 5;
/** Versions of a finished match that are compared with what was shown at the time. */
const COMPARED = 5;

interface Past extends Json {
  readonly version: number;
  readonly standing?: unknown;
  readonly events: readonly Json[];
}

export const history: Scene = {
  name: 'history',
  rules: ['P-5.7', 'P-5.8', 'P-6.5', 'P-6.6'],
  async play(kit) {
    const { verdicts } = kit;
    const seated = await seatedTable(kit);
    const { id, guests } = seated;
    const [ann, bob] = guests;
    const lobby = ann.stream(id);
    await lobby.begun();
    verdicts.same('P-5.8', lobby.newest?.version, -1, 'the version of the lobby');
    verdicts.same('P-5.7', await ann.code('GET', `/matches/${id}/history`), 'not-started', 'in the lobby');
    await ann.must('POST', `/tables/${id}/start`);
    const since = ann.stream(id, `?since=${lobby.newest?.version}`);
    await since.begun();
    verdicts.same('P-5.8', since.of('news')[0]?.version, 0, 'the first news since the lobby');
    const streams = [since, bob.stream(id)] as const;
    await streams[1].begun();
    for (let move = 0; move < MOVES; move++) await moveOn(kit, seated, streams);
    await asSeen(kit, seated, streams);
    for (const stream of [lobby, ...streams]) stream.close();
  },
};

async function moveOn(
  kit: Kit,
  { id, guests }: Seated,
  streams: readonly [LineStream, LineStream],
): Promise<void> {
  const [watching] = streams;
  const version = watching.newest?.version ?? 0;
  const actor = guests[asked(watching)[0]?.seat ?? 0];
  const command = actor === undefined ? undefined : choose(kit.luck, await legalOf(actor, id));
  if (actor === undefined || command === undefined) throw new Error('no seat can move');
  await actor.must('POST', `/matches/${id}/commands`, command);
  for (const stream of streams) await stream.reach(version + 1);
}

async function asSeen(
  kit: Kit,
  { id, guests }: Seated,
  [since, bobs]: readonly [LineStream, LineStream],
): Promise<void> {
  const { verdicts } = kit;
  const [ann, bob] = guests;
  const own = await pastOf(ann, id);
  const numbers = own.map(({ version }) => version);
  verdicts.same(
    'P-5.7',
    numbers,
    Array.from({ length: MOVES + 1 }, (_, n) => n),
    'versions',
  );
  verdicts.same('P-5.7', own.map(eventsOf), since.of('news').map(eventsOf), 'events told and recalled');
  verdicts.same('P-5.7', await pastOf(ann, id, 'count=2'), own, 'pages of two versions');
  const shown = bobs.of('news').map(({ view, seatView }) => ({ view, seatView }));
  const recalled = (await pastOf(bob, id)).slice(-shown.length);
  verdicts.same(
    'P-5.7',
    recalled.map(({ view, seatView }) => ({ view, seatView })),
    shown,
    'views',
  );
  const socket = await ann.socket(id);
  verdicts.same('P-5.7', (await socketAsk(socket, 'history', {}))['versions'], own, 'over a socket');
  await socket.room.leave();
  const late = await Guest.known(kit, 'Watcher');
  const publicly = await pastOf(late, id);
  verdicts.same('P-5.7', await pastOf(ann, id, 'as=spectator'), publicly, 'as a spectator');
  const told = publicly.filter(({ seatView, command }) => (seatView ?? command ?? null) !== null);
  verdicts.same('P-5.7', told, [], 'what a spectator may not know');
  const counted = [...own, ...publicly].filter(({ standing }) => (standing ?? null) !== null);
  verdicts.same('P-6.6', counted, [], 'points while the match runs');
  for (const [who, as] of [
    [ann, '1'],
    [late, '0'],
    [late, 'all'],
  ] as const) {
    const code = await who.code('GET', `/matches/${id}/history?as=${as}`);
    verdicts.same('P-6.5', code, 'not-finished', `another view (${as}) while the match runs`);
  }
}

const eventsOf = ({ version, events }: { readonly version: number; readonly events?: unknown }) => ({
  version,
  events,
});

/** All pages. */
async function pastOf(guest: Guest, id: string, query = ''): Promise<Past[]> {
  const all: Past[] = [];
  for (let from: number | null = 0; from !== null; ) {
    const page: Json = await guest.must('GET', `/matches/${id}/history?from=${from}&${query}`);
    all.push(...(page['versions'] as Past[]));
    from = (page['next'] ?? null) as number | null;
  }
  return all;
}

/** Games may count none before their end. */
function pointsAdd(verdicts: Kit['verdicts'], past: readonly Past[], record: Json): void {
  const result = record['result'] as { readonly ranking: readonly { seat: number; total: number }[] } | null;
  const counted = past.filter(({ standing }) => (standing ?? null) !== null);
  verdicts.same('P-6.6', counted.length, counted.length === 0 ? 0 : past.length, 'versions with points');
  if (result === null || counted.length === 0) return;
  const totals = result.ranking.toSorted((one, other) => one.seat - other.seat).map(({ total }) => total);
  verdicts.same('P-6.6', past.at(-1)?.standing, totals, 'the points at the end');
}

/** Compares the history of a finished match with what a player received at the time, and with the record. */
export async function finishedPast(
  { verdicts }: Kit,
  reader: Guest,
  { id, stream, record }: { readonly id: string; readonly stream: LineStream; readonly record: Json },
): Promise<void> {
  const seat = Number(stream.lines[0]?.['seat']);
  const own = await pastOf(reader, id, `as=${seat}&views=false&count=200`);
  verdicts.same(
    'P-6.5',
    own.map(eventsOf),
    stream.of('news').map(eventsOf),
    `the news of seat ${seat}, read by another player`,
  );
  const entries = (record['entries'] ?? []) as Json[];
  verdicts.same(
    'P-6.5',
    own.map(({ command }) => command),
    [null, ...entries.map(({ command }) => command)],
    'commands',
  );
  verdicts.same('P-6.5', own.at(-1)?.['result'], record['result'], 'the result');
  pointsAdd(verdicts, own, record);
  const shown = stream.of('news').filter((line) => line['view'] !== undefined && !stream.toldLater.has(line));
  const step = Math.max(1, Math.floor(shown.length / COMPARED));
  for (const line of shown.filter((_, n) => n % step === 0)) {
    const page = await reader.must('GET', `/matches/${id}/history?as=all&from=${line.version}&count=1`);
    const [past] = page['versions'] as Past[];
    const part = ((past?.['seats'] ?? []) as Json[])[seat];
    const { view, seatView, events } = line;
    verdicts.same(
      'P-6.5',
      { view: past?.['view'], seatView: part?.['seatView'], events: part?.['events'] },
      { view, seatView, events },
      `version ${line.version} of seat ${seat}`,
    );
  }
}
