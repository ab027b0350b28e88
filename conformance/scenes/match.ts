// A whole match over both transports: seat 1 plays over a socket, the others over HTTP, two spectators watch.

import { createHash } from 'node:crypto';
import { z } from 'zod';
import { whatIsWrong } from '../../shared/kernel/codes.ts';
import { sayFinding } from '../../shared/protocol/findings.ts';
import { eventSchemasOf } from '../../shared/protocol/undo.ts';
import { verifyRecord } from '../../shared/protocol/verify.ts';
import { PROTOCOL_VERSION } from '../../shared/protocol/version.ts';
import { Guest, type Json, type Line, type LineStream, socketAsk } from '../guest.ts';
import { asked, choose, type Kit, legalOf, type Scene, type Seated, seatedTable } from '../scene.ts';
import { type SocketPlayer, until } from '../socket-player.ts';
import { finishedPast } from './history.ts';

/** The seat that plays over a socket. */
const SOCKET_SEAT = 1;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

interface Viewers extends Seated {
  /** The streams of the players over HTTP. */
  readonly players: readonly [LineStream, ...LineStream[]];
  readonly socket: SocketPlayer;
  readonly watcher: Guest;
  readonly watching: LineStream;
  readonly watchingSocket: SocketPlayer;
}

export const match: Scene = {
  name: 'a whole match',
  rules: [
    'P-3.1',
    'P-3.2',
    'P-3.3',
    'P-3.4',
    'P-3.5',
    'P-4.1',
    'P-4.7',
    'P-6.2',
    'P-6.3',
    'P-6.4',
    'P-6.5',
    'P-6.6',
    'P-7.1',
  ],
  async play(kit) {
    const viewers = await arrive(kit);
    try {
      let move = 0;
      for (; move < kit.moves && !viewers.watching.isOver; move++) await playOne(kit, viewers, move);
      await until(
        () => viewers.players.every((stream) => newest(stream) === newest(viewers.watching)),
        'all',
      );
      await allCaughtUp(viewers);
      versions(kit, viewers);
      news(kit, viewers);
      views(kit, viewers);
      if (viewers.watching.isOver) await end(kit, viewers);
    } finally {
      for (const stream of [...viewers.players, viewers.watching]) stream.close();
      for (const player of [viewers.socket, viewers.watchingSocket]) await player.room.leave();
    }
  },
};

const newest = (stream: LineStream) => stream.newest?.version ?? -1;

async function arrive(kit: Kit): Promise<Viewers> {
  const seated = await seatedTable(kit);
  const { id, guests } = seated;
  const [ann, bob, ...others] = guests;
  const watcher = await Guest.known(kit, 'Watcher');
  const players = [ann.stream(id), ...others.map((guest) => guest.stream(id))] as const;
  const watching = watcher.stream(id);
  const socket = await bob.socket(id);
  const watchingSocket = await (await Guest.known(kit, 'Looker')).socket(id, { spectate: true });
  for (const stream of [...players, watching]) await stream.begun();
  kit.verdicts.same('P-6.2', players[0].table['seed'], null, 'the seed in the lobby');
  kit.verdicts.same('P-7.1', watching.lines[0]?.['protocol'], PROTOCOL_VERSION, 'protocol of full');
  await ann.must('POST', `/tables/${id}/start`);
  for (const stream of [...players, watching]) await stream.reach(0);
  await until(() => stream0(watching), 'the setup');
  return { ...seated, players, socket, watcher, watching, watchingSocket };
}

const stream0 = (stream: LineStream) => stream.of('news').length > 0;

async function playOne(kit: Kit, viewers: Viewers, move: number): Promise<void> {
  const { id, guests, watching, socket } = viewers;
  const open = asked(watching);
  const seat = open[move % Math.max(1, open.length)]?.seat ?? -1;
  const actor = guests[seat];
  if (actor === undefined) throw new Error(`no seat can move at version ${newest(watching)}`);
  const command = choose(kit.luck, await legalOf(actor, id));
  if (command === undefined) throw new Error(`seat ${seat} is asked, and nothing is legal`);
  const { type, ...fields } = command;
  const before = newest(watching);
  const answer =
    seat === SOCKET_SEAT
      ? await socketAsk(socket, type, fields)
      : (await actor.ask('POST', `/matches/${id}/commands`, command)).body;
  kit.verdicts.hold(
    'P-4.1',
    answer['code'] === undefined,
    () => `${JSON.stringify(command)}: ${JSON.stringify(answer)}`,
  );
  if (answer['code'] !== undefined) return;
  kit.verdicts.same('P-4.7', answer['version'], before + 1, 'the version of the answer');
  await watching.reach(before + 1).catch((error: Error) => {
    for (const rule of ['P-3.1', 'P-4.7'] as const) {
      kit.verdicts.hold(rule, false, () => `the news of version ${before + 1} never came`);
    }
    throw error;
  });
  if (move % 10 !== 0 || watching.isOver) return;
  kit.verdicts.same(
    'P-6.3',
    await actor.code('GET', `/matches/${id}/record`),
    'not-finished',
    'the record of a running match',
  );
  await viewers.players[0].reach(before + 1);
  const told = viewers.players[0].newest;
  const truth = await guests[0].must('GET', `/matches/${id}`);
  for (const field of ['version', 'view', 'seatView', 'decisions'] as const) {
    kit.verdicts.same('P-3.2', truth[field], told?.[field], `${field} at version ${before + 1}`);
  }
}

/** Waits for what is still in transit. */
async function allCaughtUp({ players, watching, socket, watchingSocket }: Viewers): Promise<void> {
  const last = newest(watching);
  for (const stream of players) await stream.reach(last);
  for (const player of [socket, watchingSocket]) {
    await until(() => player.news.at(-1)?.version === last, 'the last news over a socket');
  }
}

/** Every viewer's news by version. */
function told({ players, watching, socket, watchingSocket }: Viewers): [string, readonly Line[]][] {
  return [
    ['spectator, stream', watching.of('news')],
    ...players.map((stream, n): [string, Line[]] => [`player ${n + 1}, stream`, stream.of('news')]),
    [`seat ${SOCKET_SEAT}, socket`, socket.news as unknown as Line[]],
    ['spectator, socket', watchingSocket.news as unknown as Line[]],
  ];
}

function versions({ verdicts }: Kit, viewers: Viewers): void {
  for (const [who, lines] of told(viewers)) {
    const found = lines.map(({ version }) => version);
    const wrong = found.findIndex((version, n) => version !== n);
    const { length } = viewers.watching.of('news');
    verdicts.hold('P-3.1', wrong < 0 && found.length > 1, () => `${who}: …${found.slice(wrong, wrong + 3)}…`);
    verdicts.hold('P-4.7', found.length >= length, () => `${who}: ${found.length} news of ${length}`);
  }
}

function news({ verdicts, game }: Kit, viewers: Viewers): void {
  const [[, publicNews] = ['', []], ...others] = told(viewers);
  const byVersion = new Map(publicNews.map((line) => [line.version, line['events'] as Json[]]));
  for (const [who, lines] of others) {
    for (const { version, events } of lines as (Line & { events: Json[] })[]) {
      const common = byVersion.get(version) ?? [];
      const where = `${who}, version ${version}`;
      if (who.startsWith('spectator')) verdicts.same('P-3.5', events, common, where);
      verdicts.same('P-3.5', types(events), types(common), where);
      for (const [n, event] of events.entries()) {
        const shared = Object.keys(common[n] ?? {}).map((field) => [field, event[field]]);
        verdicts.same('P-3.5', Object.fromEntries(shared), common[n] ?? {}, where);
      }
      for (const event of events) {
        const schema = eventSchemasOf(game)[String(event['type'])];
        const parsed = schema?.safeParse(event);
        verdicts.hold('P-3.5', parsed?.success === true, () => `${where}: ${JSON.stringify(event)}`);
      }
    }
  }
}

const types = (events: readonly Json[]) => events.map(({ type }) => type);

function views({ verdicts, game }: Kit, { players, watching, watchingSocket }: Viewers): void {
  const seen = new Map<number, Line>();
  for (const line of watching.of('news')) if (line['view'] !== undefined) seen.set(line.version, line);
  for (const stream of [watching, ...players]) {
    for (const line of stream.of('news')) {
      const where = `version ${line.version}`;
      const same = seen.get(line.version);
      if (same === undefined || stream.toldLater.has(line)) continue;
      verdicts.same('P-3.4', line['view'], same['view'], `the view of ${where}`);
      verdicts.same('P-3.4', line['decisions'], same['decisions'], `the decisions of ${where}`);
      if (stream === watching) verdicts.same('P-3.3', line['seatView'] ?? null, null, `spectator, ${where}`);
      else fits(line['seatView'], game.schemas.seatView, where);
      fits(line['view'], game.schemas.publicView, where);
    }
  }
  const { table, view } = watchingSocket.state ?? {};
  const known = new Set(Object.keys(game.schemas.publicView.shape));
  const strange = Object.keys(view ?? {}).filter((field) => !known.has(field));
  verdicts.same(
    'P-3.3',
    [strange, table?.seats.filter((seat) => seat.priv !== undefined)],
    [[], []],
    'a socket',
  );

  function fits(value: unknown, schema: z.ZodObject, where: string): void {
    const parsed = z.strictObject(schema.shape).safeParse(value);
    verdicts.hold(
      'P-3.3',
      parsed.success,
      () => `${where}: ${parsed.error ? whatIsWrong(parsed.error) : ''}`,
    );
  }
}

async function end(kit: Kit, { id, guests, players, watcher, watching }: Viewers): Promise<void> {
  const { verdicts } = kit;
  const { seed, commitment, result } = watching.table;
  verdicts.same('P-6.2', sha256(String(seed)), commitment, 'the hash of the seed');
  verdicts.hold('P-6.2', result !== null && result !== undefined, () => 'no result');
  const record = await guests[0].ask('GET', `/matches/${id}/record`);
  const failed = verifyRecord(record.body, { families: [kit.family], hash: sha256 }).checks.filter(
    (check) => !check.ok,
  );
  verdicts.hold('P-6.3', failed.length === 0, () => failed.map((check) => sayFinding(check, 'en')).join());
  await finishedPast(kit, watcher, { id, stream: players[0], record: record.body });
  const [type] = kit.game.commands;
  const late = (record.body['entries'] as Json[] | undefined)?.[0]?.['command'] as Json | undefined;
  const again = { ...late, type: late?.['type'] ?? type };
  for (const body of [{ ...again, decision: 0 }, { ...again, decision: 1 }, again]) {
    const code = await guests[0].code('POST', `/matches/${id}/commands`, body);
    verdicts.same('P-6.4', code, 'game-over', JSON.stringify(body));
  }
}
