// What an author would write on Colyseus without Quayside: a room with the same rules, a schema of its own, and a
// synced journal in SQLite.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ArraySchema, type Schema, StateView, schema, t } from '@colyseus/schema';
import { type Client, Room, Server, WebSocketTransport } from 'colyseus';
import { Match } from '../../shared/kernel/match.ts';
import { optionsOf } from '../../shared/testing/play.ts';
import { gameOf } from '../games.ts';

const game = gameOf('borneo');

const texts = () => t.array('string');
const Options = schema(
  {
    fourMerchants: t.boolean(),
    blackbeard: t.boolean(),
    distinctSetupCompanies: t.boolean(),
    firstSeat: t.string(),
  },
  'Options',
);
const Flags = schema({ red: t.number(), blue: t.number(), yellow: t.number(), green: t.number() }, 'Flags');
const Slot = schema({ harbourId: t.string().optional(), pile: texts(), counts: t.ref(Flags) }, 'Slot');
const Companies = schema({ red: texts(), blue: texts(), yellow: texts(), green: texts() }, 'Companies');
const Player = schema(
  {
    seat: t.number(),
    handCount: t.number(),
    warehouse: texts(),
    missionCount: t.number(),
    unplacedMerchants: t.number(),
  },
  'Player',
);
const Fight = schema(
  {
    company: t.string(),
    attacker: t.string(),
    defender: t.string(),
    attackCards: texts(),
    defenceCards: texts(),
    bonus: t.number(),
  },
  'Fight',
);
const Distribution = schema(
  {
    slot: t.number(),
    harbourId: t.string(),
    kind: t.string(),
    companies: texts(),
    remaining: texts(),
    rank: t.number(),
    merchant: t.string(),
    seat: t.number(),
  },
  'Distribution',
);
const Score = schema(
  {
    seat: t.number(),
    warehouseVp: t.number(),
    missionVp: t.number(),
    piratePenalty: t.number(),
    total: t.number(),
    missions: texts(),
  },
  'Score',
);
const View = schema(
  {
    phase: t.string(),
    options: t.ref(Options),
    placementRound: t.number(),
    activeSeat: t.number(),
    firstSeat: t.number(),
    turn: t.number(),
    deckCount: t.number(),
    discard: texts(),
    harbourPileCount: t.number(),
    removedHarbours: texts(),
    slots: t.array(Slot),
    companies: t.ref(Companies),
    availableMissions: texts(),
    players: t.array(Player),
    fight: t.ref(Fight).optional(),
    distribution: t.ref(Distribution).optional(),
    pirateShip: t.string(),
    endReason: t.string().optional(),
    scores: t.array(Score).optional(),
  },
  'View',
);
const SeatView = schema({ hand: texts(), missions: texts() }, 'SeatView');
const Private = schema({ seatView: t.ref(SeatView) }, 'Private');
const Seat = schema({ priv: t.ref(Private).view() }, 'Seat');
const Table = schema({ status: t.string().default('lobby'), seats: t.array(Seat) }, 'Table');
const Decision = schema({ id: t.number(), seat: t.number(), kind: t.string() }, 'Decision');
const State = schema(
  { version: t.number().default(0), table: t.ref(Table), decisions: t.array(Decision), view: t.ref(View) },
  'State',
);

/** The classes of nested objects, by field. */
const CLASSES: Readonly<Record<string, new () => Schema>> = {
  options: Options,
  slots: Slot,
  counts: Flags,
  companies: Companies,
  players: Player,
  fight: Fight,
  distribution: Distribution,
  scores: Score,
  decisions: Decision,
};
/** Fields that hold a seat or a word. */
const WORDS: ReadonlySet<string> = new Set(['pirateShip']);

type Fields = Record<string, unknown>;

/** Sets what differs. */
function show(target: Schema, view: object): void {
  const fields = target as unknown as Fields;
  for (const [key, value] of Object.entries(view)) {
    if (Array.isArray(value)) showList(fields, key, value);
    else if (typeof value === 'object' && value !== null) {
      const nested = (fields[key] as Schema | undefined) ?? made(key);
      show(nested, value);
      fields[key] ??= nested;
    } else {
      const shown = value === null ? undefined : WORDS.has(key) ? String(value) : value;
      if (fields[key] !== shown) fields[key] = shown;
    }
  }
}

function showList(fields: Fields, key: string, items: readonly unknown[]): void {
  fields[key] ??= new ArraySchema();
  const list = fields[key] as ArraySchema<unknown>;
  if (list.length > items.length) list.splice(items.length, list.length - items.length);
  for (const [index, item] of items.entries()) {
    if (typeof item !== 'object' || item === null) {
      if (index >= list.length) list.push(item);
      else if (list[index] !== item) list[index] = item;
      continue;
    }
    const nested = (list[index] as Schema | undefined) ?? made(key);
    show(nested, item);
    if (index >= list.length) list.push(nested);
  }
}

function made(key: string): Schema {
  const type = CLASSES[key];
  if (type === undefined) throw new Error(`no class for ${key}`);
  return new type();
}

const db = new DatabaseSync(join(process.env['DATA_DIR'] ?? '.', 'journal.sqlite'));
db.exec(`
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE matches (id TEXT PRIMARY KEY, options TEXT, seats INTEGER, seed TEXT, started_at INTEGER);
  CREATE TABLE journal (match TEXT, version INTEGER, seat INTEGER, decision INTEGER, command TEXT, at INTEGER,
    PRIMARY KEY (match, version)) WITHOUT ROWID;`);
const begin = db.prepare('INSERT INTO matches VALUES (?, ?, ?, ?, ?)');
const write = db.prepare('INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?)');

interface Message {
  readonly type: string;
  readonly decision: number;
  readonly fields: object;
}

class BorneoRoom extends Room {
  override maxClients = 4;
  override patchRate = null;
  override state = new State();
  readonly #seats: string[] = [];
  #match: Match | undefined;

  override onCreate(): void {
    this.state.table = new Table();
    this.setTimestep(() => undefined, 2 ** 31 - 1);
    this.patchRate = null;
    this.onMessage('command', (client: Client, message: Message) => this.#play(client, message));
  }

  override onJoin(client: Client): void {
    const seat = new Seat();
    seat.priv = new Private();
    seat.priv.seatView = new SeatView();
    this.state.table.seats.push(seat);
    this.#seats.push(client.sessionId);
    client.view = new StateView();
    client.view.add(seat);
    if (this.#seats.length === this.maxClients) this.#begin();
  }

  #begin(): void {
    const seats = this.#seats.length;
    const options = optionsOf(game, seats);
    const seed = randomBytes(16).toString('hex');
    begin.run(this.roomId, JSON.stringify(options), seats, seed, Date.now());
    this.#match = new Match(game, options, seats, seed);
    this.state.table.status = 'playing';
    this.#show(this.#match);
  }

  #play({ sessionId }: Client, { type, decision, fields }: Message): { version: number } {
    const match = this.#match;
    if (match === undefined) throw new Error('not started');
    const parsed = game.parseCommand(type, fields);
    if (!parsed.ok) throw new Error(parsed.code);
    const seat = this.#seats.indexOf(sessionId);
    const judged = match.propose(seat, { decision, command: parsed.value }, 'player');
    if (!judged.ok) throw new Error(judged.code);
    const { version, command } = judged.entry;
    write.run(this.roomId, version, seat, decision, JSON.stringify(command), Date.now());
    match.settle();
    if (match.over) this.state.table.status = 'finished';
    this.#show(match);
    return { version };
  }

  #show(match: Match): void {
    const { decisions, version, ...view } = match.publicView();
    const { state } = this;
    show(state, { version, decisions });
    state.view ??= new View();
    show(state.view, view);
    for (const [seat, { priv }] of state.table.seats.entries()) show(priv.seatView, match.seatView(seat));
    this.broadcastPatch();
  }
}

const http = createServer();
const server = new Server({ transport: new WebSocketTransport({ server: http }), greet: false });
server.define('borneo', BorneoRoom);
await server.listen(0, '127.0.0.1');
process.stdout.write(`{"port":${(http.address() as AddressInfo).port}}\n`);
