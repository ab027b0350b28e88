// Resuming streams and returning to seats.
import { setTimeout as pause } from 'node:timers/promises';
import { Guest, type LineStream, socketAsk } from '../guest.ts';
import {
  asked,
  choose,
  type Kit,
  legalOf,
  matchOf,
  openTable,
  type Scene,
  type Seated,
  startedTable,
} from '../scene.ts';
import { until } from '../socket-player.ts';

const MOVES = 6;
/** A little longer than a heartbeat. */
const BEAT_MS = 5_000;

async function moveOn(kit: Kit, { id, guests }: Seated, stream: LineStream): Promise<void> {
  const version = stream.newest?.version ?? 0;
  const actor = guests[asked(stream)[0]?.seat ?? 0];
  const command = actor === undefined ? undefined : choose(kit.luck, await legalOf(actor, id));
  if (actor === undefined || command === undefined) throw new Error('no seat can move');
  await actor.must('POST', `/matches/${id}/commands`, command);
  await stream.reach(version + 1);
}

const numbers = (stream: LineStream) => stream.of('news').map(({ version }) => version);

export const streams: Scene = {
  name: 'streams and returning',
  rules: ['P-5.1', 'P-5.2', 'P-5.3', 'P-5.4', 'P-5.5'],
  async play(kit) {
    const { verdicts } = kit;
    const seated = await startedTable(kit);
    const { id, guests } = seated;
    const [ann, bob] = guests;
    const first = ann.stream(id);
    await first.begun();
    verdicts.same('P-5.1', first.lines[0]?.type, 'full', 'the first line');
    for (let move = 0; move < MOVES; move++) await moveOn(kit, seated, first);
    const resumed = ann.stream(id, '?since=2');
    await resumed.begun();
    await until(() => resumed.newest?.type === 'full', 'the truth');
    verdicts.same('P-5.2', numbers(resumed), [3, 4, 5, 6], 'news since 2');
    verdicts.same('P-5.2', resumed.lines.at(-1)?.type, 'full', 'the line after the missed news');
    verdicts.same(
      'P-5.2',
      resumed.of('news').map(({ events }) => events),
      first
        .of('news')
        .slice(-4)
        .map(({ events }) => events),
      'what is told later',
    );
    const lost = ann.stream(id, '?since=100000');
    await lost.begun();
    verdicts.same(
      'P-5.3',
      lost.lines.slice(0, 2).map(({ type }) => type),
      ['gap', 'full'],
      'lines',
    );
    const socket = await ann.socket(id);
    const later = await socketAsk(socket, 'news-since', { version: 2 });
    verdicts.same(
      'P-5.4',
      (later['news'] as object[] | undefined) ?? later,
      resumed.of('news').map(({ type: _type, ...news }) => news),
      'news-since 2',
    );
    await socket.room.leave();
    for (const stream of [first, resumed, lost]) stream.close();
    await come(kit, bob, id);
  },
};

async function come(kit: Kit, bob: Guest, id: string): Promise<void> {
  const own = async () => {
    const { seat, seatView, version } = await bob.must('GET', `/matches/${id}`);
    return { seat, seatView, version };
  };
  const before = await own();
  const broken = await bob.socket(id);
  await until(() => broken.own !== undefined, 'the view');
  const seen = JSON.stringify(broken.own);
  // As in a tunnel: without a close frame.
  broken.room.connection.close();
  await pause(50);
  const back = await bob.socket(id);
  await until(() => back.own !== undefined, 'the view');
  kit.verdicts.same('P-5.5', back.seat, broken.seat, 'the seat after a broken connection');
  kit.verdicts.same('P-5.5', JSON.stringify(back.own), seen, 'the private view over a socket');
  await back.room.leave();
  kit.verdicts.same('P-5.5', await own(), before, 'seat, view and version after leaving');
  const stream = bob.stream(id);
  await stream.begun();
  kit.verdicts.same('P-5.5', stream.lines[0]?.['seat'], before.seat, 'the seat by the stream');
  stream.close();
}

export const beats: Scene = {
  name: 'beats (ten seconds)',
  rules: ['P-5.6'],
  async play(kit) {
    const ann = await Guest.known(kit, 'Ann');
    const stream = ann.stream(matchOf(await openTable(kit, ann)));
    await stream.begun();
    await pause(BEAT_MS);
    kit.verdicts.hold('P-5.6', stream.beats > 0, () => `no empty line in ${BEAT_MS / 1000} s`);
    stream.close();
  },
};
