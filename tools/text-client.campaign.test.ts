// A client that knows only the server's answers draws every board, hand and log, of built-in and custom
// editions.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { createQuayside, type Quayside } from '../server/app.ts';
import { readConfig } from '../server/process/config.ts';
import { editionHashOf } from '../server/process/shelf.ts';
import { HttpPlayer } from '../server/testing/http-player.ts';
import { captureLog, type Scratch, scratch } from '../server/testing/scratch.ts';
import { families } from '../shared/games/index.ts';
import type { CatalogueContent } from '../shared/kernel/catalogue.ts';
import type { Language } from '../shared/kernel/game.ts';
import { createRng, pick } from '../shared/kernel/rng.ts';
import type { HistoryPage } from '../shared/protocol/history.ts';
import type { Truth } from '../shared/protocol/lines.ts';
import type { SentenceBook } from '../shared/protocol/sentence-book.ts';
import { speakerOf } from '../shared/protocol/speaker.ts';

jest.setTimeout(180_000);

const OWN = 'of-our-own';

/** Every name that the built-in file prints has a mark. */
function ownEdition(raw: unknown): unknown {
  const marked = (value: unknown, key = ''): unknown => {
    if (Array.isArray(value)) return value.map((inner) => marked(inner));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, marked(inner, name)]));
    return typeof value === 'string' && /^(name|goodName|nameFr|nameEn|label)$/.test(key)
      ? `${value}†`
      : value;
  };
  return { ...(marked(raw) as object), edition: OWN };
}

let place: Scratch;
let quayside: Quayside;
let port: number;
const children: ChildProcess[] = [];

beforeAll(async () => {
  place = scratch();
  const editions = join(place.folder, 'own-editions');
  for (const { id, builtIn, parseEdition } of families) {
    const own = ownEdition(builtIn);
    expect([id, parseEdition(own)]).toEqual([id, expect.objectContaining({ ok: true })]);
    mkdirSync(join(editions, id), { recursive: true });
    writeFileSync(join(editions, id, `${OWN}.json`), JSON.stringify(own));
  }
  const environment = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: place.folder, EDITIONS_DIR: editions };
  quayside = await createQuayside(readConfig({ ...environment, RATE_LIMITS: 'off' }), {
    log: captureLog().log,
  });
  ({ port } = await quayside.listen());
});

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await quayside.close();
  place.remove();
});

/** What the program prints. */
async function drawing(matchId: string, language: Language, token: string): Promise<string> {
  const program = join(import.meta.dirname, '../docs/examples/text.ts');
  const child = spawn(process.execPath, [program, `http://127.0.0.1:${port}`, matchId, language, token]);
  children.push(child);
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    out += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    err += chunk;
  });
  const code = await new Promise((done) => child.once('close', done));
  expect([code, err]).toEqual([0, '']);
  return out;
}

async function begun(game: string, seats: number, options: object) {
  const players = await Promise.all(
    Array.from({ length: seats }, (_, seat) => HttpPlayer.guest(port, `Joueur ${seat}`)),
  );
  const [host, ...others] = players as [HttpPlayer, ...HttpPlayer[]];
  const made = (await host.post('/tables', { game, seats, clock: 'none', options })).json();
  const { matchId: id } = made['table'] as { matchId: string };
  for (const other of others) await other.post(`/tables/${id}/seat`, {});
  expect((await host.post(`/tables/${id}/start`)).status).toBe(204);
  return { id, players, host };
}

type Begun = Awaited<ReturnType<typeof begun>>;

async function read(player: HttpPlayer, path: string): Promise<unknown> {
  const answer = await player.get(path);
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.json();
}

const truthOf = async (player: HttpPlayer, id: string) => (await read(player, `/matches/${id}`)) as Truth;

/** Plays random commands, up to a number; `false`: the match is over. */
async function play({ id, players, host }: Begun, most: number): Promise<boolean> {
  const luck = createRng('5'.repeat(32));
  for (let n = 0; n < most; n++) {
    const [asked] = (await truthOf(host, id)).decisions;
    if (asked === undefined) return false;
    const player = players[asked.seat] as HttpPlayer;
    const legal = (await read(player, `/matches/${id}/legal`)) as {
      commands: { decision?: number; type: string }[];
    };
    const answers = legal.commands.filter(({ decision }) => decision === asked.id);
    const type = pick(luck, [...new Set(answers.map((command) => command.type))]);
    const command = pick(
      luck,
      answers.filter((one) => one.type === type),
    );
    expect((await player.post(`/matches/${id}/commands`, command)).status).toBe(200);
  }
  return true;
}

/** Ids that must never appear instead of a name. */
function idsIn({ components }: CatalogueContent, { components: names }: SentenceBook): string[] {
  const ids = Object.values(components).flatMap((pieces) => pieces.map(({ id }) => id));
  return ids.filter((id) => id.includes('-') && names[id] !== id);
}

async function logOf(player: HttpPlayer, id: string, book: SentenceBook): Promise<string[]> {
  const { table } = await truthOf(player, id);
  const names = table.seats.map(({ name }) => name ?? undefined);
  const { event: say } = speakerOf(book);
  const lines: string[] = [];
  for (let from: number | null = 0; from !== null; ) {
    const page = (await read(player, `/matches/${id}/history?views=false&from=${from}`)) as HistoryPage;
    for (const { events } of page.versions) for (const event of events) lines.push(`• ${say(event, names)}`);
    from = page.next;
  }
  return lines;
}

describe.each(families.map((family) => [family.id, family] as const))(
  '%s',
  (game, { builtIn, short = {} }) => {
    test.each([
      ['the built-in edition', {}, editionHashOf(builtIn)],
      ['an edition of the host’s own', { edition: OWN }, editionHashOf(ownEdition(builtIn))],
    ])('%s: board, hands and log, with names only', async (_what, edition, hash) => {
      const seats = Math.max(3, (await offer(game)).min);
      const match = await begun(game, seats, { ...short, ...edition });
      const { id, players, host } = match;
      const catalogue = (await read(host, `/games/${game}/editions/${hash}`)) as CatalogueContent;
      await play(match, 40);
      for (const language of ['fr', 'en'] as const) {
        const path = `/games/${game}/sentences/${language}?edition=${hash}`;
        const book = (await read(host, path)) as SentenceBook;
        const ids = new RegExp(`(?<![\\w-])(${idsIn(catalogue, book).join('|')})(?![\\w-])`);
        for (const player of [players[1] as HttpPlayer]) {
          const text = await drawing(id, language, player.token);
          const [picture = '', log = ''] = text.split('───\n');
          expect(picture).not.toMatch(ids);
          expect(picture).not.toMatch(/undefined|NaN|\[object/);
          expect(picture).toContain(book.title);
          expect(picture.includes('†')).toBe(hash !== editionHashOf(builtIn));
          for (const seat of match.players.keys()) expect(picture).toContain(`Joueur ${seat}`);
          expect(log.trimEnd().split('\n')).toEqual(await logOf(player, id, book));
          for (const name of await namesOnTable(player, match, catalogue, book))
            expect(picture).toContain(name);
        }
      }
    });
  },
);

const offer = async (game: string) => {
  const player = new HttpPlayer(port, '');
  return ((await read(player, `/games/${game}`)) as { seats: { min: number } }).seats;
};

/** What must be shown: places of the board, open decisions, and the hand. */
async function namesOnTable(
  player: HttpPlayer,
  { id }: Begun,
  { game, components }: CatalogueContent,
  book: SentenceBook,
): Promise<string[]> {
  const { view, seatView, decisions } = await truthOf(player, id);
  const met = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === 'string') met.add(value);
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) {
        met.add(key);
        collect(inner);
      }
  };
  collect(seatView);
  for (const field of SHOWN[game] ?? []) collect((view as Record<string, unknown> | null)?.[field]);
  const known = new Set(Object.values(components).flatMap((pieces) => pieces.map((piece) => piece.id)));
  const asked = decisions.map(({ kind }) => book.decisions[kind] ?? kind);
  const places = (components['position'] ?? []).map((piece) => piece.id);
  return [
    ...asked,
    ...[...met, ...places].filter((one) => known.has(one)).map((one) => book.components[one] ?? one),
  ];
}

/** The parts of each view that make up the board. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  borneo: ['slots', 'companies', 'availableMissions'],
  'cabo-da-roca': ['ships', 'sailors'],
  dockers: ['quays'],
  rotterdam: ['ships', 'harbourQueues', 'stock'],
};

test('a finished match: the reason, the ranking and its terms', async () => {
  const match = await begun('borneo', 3, {});
  while (await play(match, 100));
  const book = (await read(match.host, '/games/borneo/sentences/fr')) as SentenceBook;
  const { table } = await truthOf(match.host, match.id);
  const text = await drawing(match.id, 'fr', match.host.token);
  expect(text).toContain(book.results[table.result?.reason ?? '']);
  for (const { seat, place: rank, total } of table.result?.ranking ?? [])
    expect(text).toContain(`${rank}. Joueur ${seat}: ${total} (`);
});
