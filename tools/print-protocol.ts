// Writes the tables of docs/reference.md, docs/games.md and README.md from the definitions that validate the
// traffic; `--check` only reports whether the documents are up to date.
import type { z } from 'zod';
import { stateMirrorsFor } from '../rooms/colyseus/showcase.ts';
import { innerOf } from '../rooms/colyseus/view-schema.ts';
import { PRESETS } from '../rooms/play/clock.ts';
import { PROBLEMS } from '../server/http/problem.ts';
import { readConfig } from '../server/process/config.ts';
import httpSentences from '../server/process/lang/en.json' with { type: 'json' };
import { limitsOf } from '../server/process/limits.ts';
import { families } from '../shared/games/index.ts';
import { builtInOf } from '../shared/kernel/built-in.ts';
import { KERNEL_CODES } from '../shared/kernel/codes.ts';
import type { GameFamily } from '../shared/kernel/game.ts';
import en from '../shared/lang/en.json' with { type: 'json' };
import { TABLE_CODES } from '../shared/protocol/codes.ts';
import { LINES } from '../shared/protocol/lines.ts';
import { CLOSE, joinOptions, tableOptions, tableRequests } from '../shared/protocol/messages.ts';
import { privatePart, roomState } from '../shared/protocol/state.ts';
import { statusOf } from '../shared/protocol/status.ts';
import { decisionFacts, seatFacts, tableFacts } from '../shared/protocol/table.ts';
import { code, markdownTable, printInto } from './document.ts';
import * as words from './protocol-words.ts';
import { fieldsOf, shapeOf } from './schema-words.ts';

const fieldTable = (schema: z.ZodObject) =>
  markdownTable(
    ['field', 'type', 'meaning'],
    fieldsOf(schema, 'output').map(({ name, type, meaning }) => [code(name), type, meaning]),
  );

const optionTable = (schema: z.ZodObject, meanings: Readonly<Record<string, string>>) =>
  markdownTable(
    ['option', 'type', 'default', 'meaning'],
    fieldsOf(schema, 'input').map((field) => [
      code(field.name),
      field.type,
      field.default,
      meanings[field.name] ?? '',
    ]),
  );

function duration(seconds: number): string {
  if (seconds >= 86_400) return `${seconds / 86_400} days`;
  return seconds >= 120 ? `${seconds / 60} min` : `${seconds} s`;
}

const sentences: Readonly<Record<string, string>> = en.codes;
const limits = limitsOf(readConfig({}));
const bounds: Readonly<Record<string, number>> = { ...limits.process, ...limits.rooms };

const reference = {
  'table-options': optionTable(tableOptions, words.TABLE_OPTION_WORDS),
  'join-options': optionTable(joinOptions, words.JOIN_OPTION_WORDS),
  requests: markdownTable(
    ['request', 'payload', 'who', 'what'],
    Object.entries(tableRequests).map(([name, schema]) => [
      code(name),
      code(shapeOf(schema, 'input')),
      ...words.REQUEST_WORDS[name as keyof typeof tableRequests],
    ]),
  ),
  messages: markdownTable(
    ['message', 'payload', 'when and what'],
    Object.entries(words.MESSAGE_WORDS).map(([name, [payload, when]]) => [code(name), code(payload), when]),
  ),
  lines: markdownTable(
    ['`type`', 'meaning'],
    Object.entries(LINES).map(([type, line]) => [code(type), line.meta()?.description ?? '']),
  ),
  'room-state': fieldTable(roomState),
  'table-state': fieldTable(tableFacts),
  'decision-state': fieldTable(decisionFacts),
  'seat-state': fieldTable(seatFacts),
  'private-state': fieldTable(privatePart),
  'kernel-codes': markdownTable(
    ['code', 'sentence'],
    KERNEL_CODES.map((name) => [code(name), sentences[name] ?? '']),
  ),
  'table-codes': markdownTable(
    ['code', 'HTTP', 'sentence'],
    TABLE_CODES.map((name) => [code(name), String(statusOf(name)), sentences[name] ?? '']),
  ),
  'http-codes': markdownTable(
    ['code', 'status', 'title'],
    PROBLEMS.map((name) => [code(name), String(statusOf(name)), httpSentences.problem[name]]),
  ),
  'close-codes': markdownTable(
    ['code', 'name', 'meaning'],
    Object.entries(CLOSE).map(([name, number]) => [
      String(number),
      code(name),
      words.CLOSE_WORDS[name as keyof typeof CLOSE],
    ]),
  ),
  limits: markdownTable(
    ['at most', 'what'],
    Object.entries(words.LIMIT_WORDS).map(([name, what]) => [String(bounds[name]), what]),
  ),
  clocks: markdownTable(
    ['preset', 'main', 'reply', 'quick', 'bank'],
    Object.entries(PRESETS).map(([name, { seconds, bankSeconds }]) => [
      code(name),
      duration(seconds.main),
      duration(seconds.reply),
      duration(seconds.quick),
      bankSeconds === 0 ? 'none' : duration(bankSeconds),
    ]),
  ),
};

/** The path of a game's rules, from the project's folder. */
const rulesOf = ({ id }: GameFamily) => `shared/games/${id}/rules.md`;

const gameTable = (folder: string) =>
  markdownTable(
    ['game', 'id', 'players', 'rules'],
    families.map((family) => {
      const { seats } = builtInOf(family);
      const players = seats.min === seats.max ? String(seats.min) : `${seats.min}–${seats.max}`;
      const rules = `[${family.rulePrefix}](${folder}${rulesOf(family)})`;
      return [family.sentences.en.title, code(family.id), players, rules];
    }),
  );

const CARRIED: Readonly<Record<string, string>> = {
  value: 'unchanged',
  text: 'text',
  json: 'JSON text',
  values: 'list',
  objects: 'list of objects',
  'value-map': 'map',
  'object-map': 'map of objects',
  object: 'object',
};

type Carriers = ReadonlyMap<string, { readonly how: string }>;

/** Fields of a view that are not described elsewhere, with their encoding. */
function viewTable(schema: z.ZodObject, carriers: Carriers): string {
  const rows = fieldsOf(schema, 'output').flatMap(({ name, type }) => {
    const how = carriers.get(name)?.how;
    return how === undefined ? [] : [[code(name), type, CARRIED[how] ?? how]];
  });
  return rows.length === 0 ? 'None.' : markdownTable(['field', 'type', 'travels as'], rows);
}

function describeGame(family: GameFamily): string {
  const game = builtInOf(family);
  const said = family.sentences.en;
  const { root, priv } = stateMirrorsFor(game);
  const commands = Object.entries(game.schemas.commands).map(([name, schema]) => [
    code(name) + (game.unasked.includes(name) ? ' (unasked)' : ''),
    code(shapeOf(schema, 'input')),
    said.commands[name] ?? '',
  ]);
  const events = Object.entries(game.schemas.events).map(([name, schema]) => [
    code(name),
    code(shapeOf(schema, 'output', ['type'])),
  ]);
  return [
    `## ${said.title}`,
    `Id \`${family.id}\`, rules in [shared/games/${family.id}/rules.md](../${rulesOf(family)}), ${game.seats.min} to ${game.seats.max} players, built-in edition \`${game.edition}\`.`,
    '### Options',
    optionTable(game.schemas.options, said.options),
    '### Decisions',
    markdownTable(
      ['kind', 'time', 'sentence'],
      Object.entries(game.kinds).map(([kind, weight]) => [code(kind), weight, said.decisions[kind] ?? '']),
    ),
    '### Commands',
    markdownTable(['command', 'payload besides `decision`', 'sentence'], commands),
    '### Events',
    markdownTable(['event', 'fields besides `type`'], events),
    '### Refusals',
    markdownTable(
      ['code', 'sentence'],
      game.codes.map((name) => [code(name), said.codes[name] ?? '']),
    ),
    '### Public view',
    viewTable(game.schemas.publicView, innerOf(root, ['view']).fields),
    '### Private view of a seat',
    viewTable(game.schemas.seatView, innerOf(priv, ['seatView']).fields),
  ].join('\n\n');
}

printInto([
  { file: 'docs/reference.md', parts: reference },
  {
    file: 'docs/games.md',
    parts: { games: gameTable('../'), details: `\n${families.map(describeGame).join('\n\n')}\n` },
  },
  { file: 'README.md', parts: { games: gameTable('') } },
]);
