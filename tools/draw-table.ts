// Draws the public view of a running table of Borneo, as a spectator receives it: for the README.
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { readCommandLine, wholeNumber } from '../cli/command-line.ts';
import { borneo } from '../shared/games/borneo/index.ts';
import { createSpeaker } from '../shared/protocol/sentences.ts';

const SEATS = 4;
const NAMES = ['Ann', 'Bob', 'Chloé', 'Dan'];
const COLOURS = ['#9A6B12', '#7A3B69', '#3F6B4F', '#44505A'];
const COMPANIES = { red: '#C0573F', blue: '#3F7C8C', yellow: '#E0B84C', green: '#6E9A5B' };
const LINES_SHOWN = 7;
const WIDEST = 118;

const ids = z.array(z.string());
const viewSchema = z.object({
  turn: z.int(),
  activeSeat: z.int(),
  deckCount: z.int(),
  slots: z.array(
    z.object({ harbourId: z.string().nullable(), pile: ids, counts: z.record(z.string(), z.int()) }),
  ),
  companies: z.record(z.enum(['red', 'blue', 'yellow', 'green']), ids),
  players: z.array(z.object({ handCount: z.int(), warehouse: ids, missionCount: z.int() })),
});
type View = z.infer<typeof viewSchema>;
const newsSchema = z.object({
  type: z.literal('news'),
  version: z.int(),
  events: z.array(z.looseObject({ type: z.string() })),
  view: viewSchema,
});

const { components } = borneo.sentences.en;
const nameOf = (id: string) => components[id] ?? id;
const shortened = (line: string) => (line.length <= WIDEST ? line : `${line.slice(0, WIDEST - 1)}…`);
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function text(x: number, y: number, kind: string, content: string, more = ''): string {
  return `<text class="${kind}" x="${x}" y="${y}"${more}>${escaped(content)}</text>`;
}

function drawCompanies({ companies }: View): string[] {
  return Object.entries(companies).flatMap(([company, merchants], column) => {
    const x = 24 + column * 112;
    const colour = COMPANIES[company as keyof typeof COMPANIES];
    const ranks = Array.from({ length: 5 }, (_, rank) => {
      const seat = Number(merchants[rank]?.split('-')[1] ?? Number.NaN);
      const middle = 108 + rank * 42;
      const space = `<circle cx="${x + 50}" cy="${middle}" r="16" fill="none" stroke="${colour}"/>`;
      if (Number.isNaN(seat)) return space;
      const initial = text(
        x + 50,
        middle + 5,
        'piece',
        NAMES[seat]?.slice(0, 1) ?? '',
        ' text-anchor="middle"',
      );
      return `<circle cx="${x + 50}" cy="${middle}" r="16" fill="${COLOURS[seat]}"/>${initial}`;
    });
    return [
      `<rect class="paper" x="${x}" y="56" width="100" height="240" rx="6"/>`,
      `<rect x="${x}" y="56" width="100" height="26" rx="6" fill="${colour}"/>`,
      text(x + 50, 74, 'head', nameOf(company), ' text-anchor="middle"'),
      ...ranks,
    ];
  });
}

function drawHarbours({ slots }: View): string[] {
  return slots.flatMap(({ harbourId, pile, counts }, slot) => {
    const y = 56 + slot * 82;
    const flags = Object.entries(COMPANIES).flatMap(([company, colour], n) => [
      `<rect x="${492 + n * 46}" y="${y + 46}" width="16" height="12" fill="${colour}"/>`,
      text(512 + n * 46, y + 57, 'small', String(counts[company] ?? 0)),
    ]);
    return [
      `<rect class="paper" x="480" y="${y}" width="214" height="76" rx="6"/>`,
      text(492, y + 22, 'mid', harbourId === null ? '—' : nameOf(harbourId)),
      text(492, y + 40, 'small', `shipments: ${pile.length}`),
      ...flags,
    ];
  });
}

function drawPlayers({ players, activeSeat }: View): string[] {
  return players.flatMap(({ handCount, warehouse, missionCount }, seat) => {
    const y = 56 + seat * 61;
    const active = seat === activeSeat ? ' stroke="#9A6B12" stroke-width="3"' : '';
    return [
      `<rect class="paper" x="710" y="${y}" width="226" height="55" rx="6"${active}/>`,
      `<circle cx="736" cy="${y + 27}" r="14" fill="${COLOURS[seat]}"/>`,
      text(758, y + 23, 'mid', NAMES[seat] ?? ''),
      text(
        760,
        y + 43,
        'small',
        `hand ${handCount} · warehouse ${warehouse.length} · missions ${missionCount}`,
      ),
    ];
  });
}

function draw(view: View, version: number, said: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 ${340 + LINES_SHOWN * 22}" role="img" aria-labelledby="title desc" font-family="Georgia, 'Times New Roman', serif">
<title id="title">A table of Borneo</title>
<desc id="desc">Four columns of merchants, three harbours with their shipments, four players with the number of their cards, and the latest events as sentences.</desc>
<style>
.ground{fill:#F4EEDF}.paper{fill:#FBF8F0;stroke:#1B2A35}text{fill:#1B2A35}.piece{fill:#FFF;font-size:14px;font-weight:bold}.head{font-size:12px;font-weight:bold}.big{font-size:20px;font-weight:bold}.mid{font-size:16px}.small{font-size:12px}
</style>
<rect class="ground" width="960" height="${340 + LINES_SHOWN * 22}" rx="14"/>
${[
  text(24, 38, 'big', 'Borneo'),
  text(110, 38, 'mid', `turn ${view.turn} · version ${version} · ${view.deckCount} shipments in the pile`),
  ...drawCompanies(view),
  ...drawHarbours(view),
  ...drawPlayers(view),
  ...said.map((line, n) => text(24, 330 + n * 22, 'mid', shortened(line))),
].join('\n')}
</svg>`;
}

async function watch(address: string, until: number): Promise<string> {
  let token = '';
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${address}/api/v1${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const guest = await ask('POST', '/guests', { name: 'Painter' });
  ({ token } = z.object({ token: z.string() }).parse(await guest.json()));
  const wish = { game: 'borneo', seats: SEATS, bots: SEATS - 1, spectate: true, clock: 'none' };
  const opened = z.object({ table: z.object({ matchId: z.string() }) });
  const { matchId } = opened.parse(await (await ask('POST', '/tables', wish)).json()).table;
  await ask('PUT', `/tables/${matchId}/seats/0`, { occupant: 'bot' });
  const stream = await ask('GET', `/matches/${matchId}/stream`);
  await ask('POST', `/tables/${matchId}/start`);
  if (stream.body === null) throw new Error('the stream has no body');
  const speaker = createSpeaker('en', borneo.sentences.en);
  const said: string[] = [];
  for await (const line of createInterface({ input: Readable.fromWeb(stream.body) })) {
    const news = newsSchema.safeParse(line === '' ? undefined : JSON.parse(line)).data;
    if (news === undefined) continue;
    said.push(...news.events.map((event) => speaker.event(event, NAMES)));
    if (news.version >= until) return draw(news.view, news.version, said.slice(-LINES_SHOWN));
  }
  throw new Error('the stream ended early');
}

const { values } = readCommandLine({
  usage: `usage: node tools/draw-table.ts [--url ADDRESS] [--at VERSION]
Watches four bots play Borneo on a running server and prints the table after VERSION commands as SVG.`,
  options: {
    url: { type: 'string', default: 'http://localhost:2567' },
    at: { type: 'string', default: '70' },
  },
});
console.log(await watch(values.url, wholeNumber('--at', values.at, 1, 10_000)));
process.exit();
