// A test client that plays: keeps what it received, and chooses from the legal commands.
import type { Client, Room } from '@colyseus/sdk';
import { below, createRng, pick, type Rng } from '../../shared/kernel/rng.ts';
import { lengthened, type NewsBook } from '../../shared/protocol/short-news.ts';
import type { PrivatePart } from '../../shared/protocol/state.ts';
import type { DecisionFacts, SeatFacts, TableFacts } from '../../shared/protocol/table.ts';
import type { NewsMessage } from '../show/news-memory.ts';

interface LegalAnswer {
  readonly decision: number | null;
  readonly commands: readonly { readonly type: string; readonly decision?: number }[];
  readonly unasked: readonly { readonly type: string }[];
}

/** A command as it is sent. */
export interface Choice {
  readonly type: string;
  readonly payload: { readonly decision?: number };
}

interface Refused {
  readonly code: string;
  readonly rule: string | null;
  readonly message: string;
}

/** Null is absent in the state. */
type Seen<Facts> = { readonly [Name in keyof Facts]: Exclude<Facts[Name], null> | undefined };

/** The state as JSON. */
export interface SeenState {
  readonly version: number;
  readonly table: Omit<Seen<TableFacts>, 'status' | 'seats'> & {
    readonly status: string;
    readonly seats: readonly (Seen<SeatFacts> & { readonly priv?: Partial<Seen<PrivatePart>> })[];
  };
  readonly decisions: readonly SeenDecision[];
  readonly banks: readonly number[];
  readonly view?: Record<string, unknown>;
}

type SeenDecision = Pick<DecisionFacts, 'id' | 'seat' | 'kind'> & { readonly deadline?: number };

export class TestPlayer {
  readonly news: NewsMessage[] = [];
  readonly rejected: Refused[] = [];
  readonly chat: { text: string }[] = [];
  seat: number | null = null;
  matchId = '';
  rematch: string | undefined;
  /** If the news are short. */
  book: NewsBook | undefined;
  left: number | undefined;
  readonly room: Room;
  luck: Rng;

  constructor(room: Room, luckSeed = '0'.repeat(32)) {
    this.room = room;
    this.luck = createRng(luckSeed);
    room.reconnection.enabled = false;
    room.onMessage('welcome', (welcome: { seat: number | null; matchId: string }) => {
      this.seat = welcome.seat;
      this.matchId = welcome.matchId;
    });
    room.onMessage('news', (message: NewsMessage) => this.news.push(message));
    room.onMessage('n', (short: NewsBook | unknown[]) => {
      if (!Array.isArray(short)) this.book = short;
      else if (this.book === undefined) throw new Error('short news before their book');
      else this.news.push(lengthened(this.book, short));
    });
    room.onMessage('rejected', (refusal: Refused) => this.rejected.push(refusal));
    room.onMessage('chat', (line: { text: string }) => this.chat.push(line));
    room.onMessage('rematch-ready', ({ matchId }: { matchId: string }) => {
      this.rematch = matchId;
    });
    room.onMessage('closing', () => undefined);
    room.onLeave((code: number) => {
      this.left = code;
    });
  }

  get state(): SeenState {
    return (this.room.state as { toJSON(): unknown }).toJSON() as SeenState;
  }

  get over(): boolean {
    return this.state.table.status === 'finished';
  }

  /** My open decision, if there is one. */
  get decision(): SeenDecision | undefined {
    return this.state.decisions.find((decision) => decision.seat === this.seat);
  }

  async send(type: string, payload: object = {}): Promise<{ version: number }> {
    return (await this.room.request(type, payload)) as { version: number };
  }

  /** From now on. */
  async shortenNews(): Promise<void> {
    await this.room.request('short-news');
  }

  /** The refusal of a request that must be refused. */
  async refused(type: string, payload: unknown = {}): Promise<Refused> {
    try {
      await this.room.request(type, payload);
    } catch (error) {
      const { reason } = error as { reason?: Refused };
      if (reason === undefined) throw error;
      return reason;
    }
    throw new Error(`${type} was accepted`);
  }

  /** Plays one of the legal commands; resolves with the version it created. */
  async playAny(): Promise<number> {
    const { type, payload } = await this.choose();
    return (await this.send(type, payload)).version;
  }

  async choose(): Promise<Choice> {
    const choice = await this.maybeChoose();
    if (choice === undefined) throw new Error('nothing is legal');
    return choice;
  }

  /**
   * Picks a type of legal command first, then one of that type, so that rare types are played too.
   * `undefined` if nothing is legal any more: if several seats are asked, another may have been faster.
   */
  async maybeChoose(): Promise<Choice | undefined> {
    const { commands, unasked } = (await this.room.request('legal')) as LegalAnswer;
    if (commands.length + unasked.length === 0) return undefined;
    // A command that answers no decision (such as resigning) would end most games early, so only one in fifty.
    const wanted = commands.length > 0 && below(this.luck, 50) > 0 ? commands : [...commands, ...unasked];
    const kind = pick(this.luck, [...new Set(wanted.map(({ type }) => type))]);
    const { type, ...payload } = pick(
      this.luck,
      wanted.filter((command) => command.type === kind),
    );
    return { type, payload };
  }
}

/** Until then the state is empty. */
async function arrival(player: TestPlayer): Promise<void> {
  await until(
    () => player.matchId !== '' && (player.state?.table?.seats?.length ?? 0) > 0,
    'welcome and state',
  );
}

/** Rejoins as player or spectator after losing the connection or the server. */
export async function comeBack(client: Client, matchId: string, options: object = {}): Promise<TestPlayer> {
  const player = new TestPlayer(await client.joinById(matchId, options));
  await arrival(player);
  await until(() => {
    const { view, table } = player.state;
    return (
      view !== undefined && (player.seat === null || table.seats[player.seat]?.priv?.seatView !== undefined)
    );
  }, 'the views');
  return player;
}

export async function until(
  what: () => boolean | Promise<boolean>,
  why = 'condition',
  patienceMs = 60_000,
): Promise<void> {
  const started = performance.now();
  while (!(await what())) {
    if (performance.now() - started > patienceMs) throw new Error(`waited in vain for ${why}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** The options for joining this player's table. */
export async function invitedBy(player: TestPlayer): Promise<{ invitation?: string }> {
  await arrival(player);
  const own = () => player.state.table.seats[player.seat ?? -1]?.priv;
  await until(() => own() !== undefined, 'the own seat');
  const invitation = own()?.invitation;
  return invitation === undefined ? {} : { invitation };
}

/** Each of these players agrees that the newcomer takes a seat that was given up. */
export async function allAccept(present: readonly TestPlayer[], name: string): Promise<void> {
  for (const player of present) await player.send('accept-newcomer', { name });
}

/** A list with one of these for each element of another. */
export type Each<List extends readonly unknown[], One> = { -readonly [Place in keyof List]: One };

/** Seats players at one new table and starts it. */
export async function seatAndStart<const Clients extends readonly Client[]>(
  clients: Clients,
  game: string,
  options: object = {},
): Promise<Each<Clients, TestPlayer>> {
  const [first, ...others] = clients;
  if (first === undefined) throw new Error('there is no player');
  const host = new TestPlayer(await first.create(game, { seats: clients.length, clock: 'none', ...options }));
  const table = [host];
  const invited = await invitedBy(host);
  for (const client of others) table.push(new TestPlayer(await client.joinById(host.room.roomId, invited)));
  await until(() => table.every((player) => player.seat !== null), 'seats');
  await host.send('start');
  await until(() => table.every((player) => player.state.table.status === 'playing'), 'start');
  return table as Each<Clients, TestPlayer>;
}

/** All players play random legal commands until the match is over. */
export async function playToTheEnd(table: readonly TestPlayer[], limit = 20_000): Promise<number> {
  for (let played = 0; played < limit; played++) {
    const version = table[0]?.state.version ?? 0;
    const decisions = table[0]?.state.decisions ?? [];
    const [asked] = decisions;
    if (asked === undefined) return played;
    const actor = table.find((player) => player.seat === asked.seat);
    if (actor === undefined) throw new Error(`no player on seat ${asked.seat}`);
    await actor.playAny();
    await until(() => table.every((player) => player.state.version > version), 'the next version');
  }
  throw new Error('not over');
}
