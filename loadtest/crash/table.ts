// One match through the kills of its server, by players who repeat unanswered commands.
import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { canonicalJson } from '../../shared/kernel/canonical.ts';
import type { Game } from '../../shared/kernel/game.ts';
import { below, createRng, pick, type Rng } from '../../shared/kernel/rng.ts';
import { randomOf } from '../chooser.ts';
import type { Diary } from '../history/diary.ts';
import { Broken, type Door, HttpDoor, Refused, type Seen, SocketDoor } from './door.ts';

/** A command with its id, and what is known about it. */
export interface Sent {
  readonly seat: number;
  readonly decision: number | null;
  readonly command: { readonly type: string };
  readonly commandId: string;
  /** The version it was acknowledged with; `undefined`: no answer came, or it was refused. */
  version: number | undefined;
  refused: string | undefined;
}

/** What a seat saw at a version, as hashes of the canonical text. */
export interface Sighting {
  readonly seat: number;
  readonly version: number;
  readonly view: string;
  readonly own: string;
  /** Just after a return. */
  readonly returned: boolean;
}

export interface TableNotes {
  readonly matchId: string;
  readonly game: string;
  readonly status: string;
  readonly sent: readonly Sent[];
  readonly sightings: readonly Sighting[];
  readonly findings: readonly string[];
}

interface RunningTable {
  /** Plays until the match is over or `stop` is called. */
  play(): Promise<TableNotes>;
  stop(): void;
}

interface TableOrder {
  readonly url: string;
  readonly game: Game;
  readonly seats: number;
  readonly options: object;
  readonly luck: string;
  newToken(): Promise<string>;
  /** Instead of sockets and HTTP by turns. */
  readonly door?: (token: string) => Door;
  /** The servers will not come back. */
  readonly gone?: AbortSignal;
  /** Milliseconds between two rounds, at most; few if omitted. */
  readonly think?: number;
  /** Rounds in which one connection breaks, out of a hundred; none if omitted. */
  readonly drops?: number;
  /** Of what everybody asked and was told. */
  readonly diary?: Diary;
  /** Called as soon as all seats are taken. */
  readonly begun?: (matchId: string) => void;
  /** Called at every acknowledgement. */
  readonly accepted: () => void;
  readonly repeated: () => void;
}

/** One in this many commands is repeated after its acknowledgement; one in this many views is kept. */
const REPEAT = 5;
const KEEP_SIGHT = 8;
const THINK_MS = 12;

export function digestOf(value: unknown): string {
  return hash('sha1', canonicalJson(value));
}

export class CrashTable implements RunningTable {
  readonly #order: TableOrder;
  readonly #luck: Rng;
  readonly #doors: Door[] = [];
  readonly #sent: Sent[] = [];
  readonly #sightings: Sighting[] = [];
  readonly #findings: string[] = [];
  #matchId = '';
  #status = 'lobby';
  #stopped = false;
  #ids = 0;

  constructor(order: TableOrder) {
    this.#order = order;
    this.#luck = createRng(order.luck);
  }

  stop(): void {
    this.#stopped = true;
  }

  async play(): Promise<TableNotes> {
    try {
      await this.#sitDown();
      while (!this.#stopped && this.#status !== 'finished') await this.#round();
    } catch (error) {
      this.#find(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
    for (const door of this.#doors) door.close();
    return {
      matchId: this.#matchId,
      game: this.#order.game.id,
      status: this.#status,
      sent: this.#sent,
      sightings: this.#sightings,
      findings: this.#findings,
    };
  }

  /** The seats alternate between both transports; the first differs from table to table. */
  async #sitDown(): Promise<void> {
    const { url, game, seats, options, gone } = this.#order;
    const parity = below(this.#luck, 2);
    for (let seat = 0; seat < seats; seat++) {
      const token = await this.#order.newToken();
      const oneOfTwo = () =>
        (seat + parity) % 2 === 0 ? new SocketDoor(url, token, game, gone) : new HttpDoor(url, token, gone);
      this.#doors.push(this.#order.door?.(token) ?? oneOfTwo());
    }
    const [host, ...guests] = this.#doors;
    if (host === undefined) throw new Error('a table without seats');
    this.#matchId = await host.create(game.id, { seats, clock: 'none', absence: 'clock', options });
    for (const door of guests) await door.enter(this.#matchId);
    await this.#persist(host, async () => {
      // Started already, if only the answer was lost.
      const { status } = await host.look();
      if (status === 'lobby') await host.start();
    });
    this.#status = 'playing';
    this.#order.begun?.(this.#matchId);
  }

  /** Repeats an idempotent action until it succeeds, reconnecting if necessary. */
  async #persist<T>(door: Door, work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof Broken)) throw error;
        await this.#return(door);
      }
    }
  }

  async #return(door: Door): Promise<void> {
    await door.enter(this.#matchId);
    await this.#see(door, true).catch((error: unknown) => {
      // Gone again; the next attempt will show.
      if (!(error instanceof Broken)) throw error;
    });
  }

  async #see(door: Door, returned: boolean): Promise<void> {
    const { version, status, view, own } = await this.#look(door);
    if (status !== 'playing' && status !== 'finished') return;
    const { seat } = door;
    this.#sightings.push({ seat, version, view: digestOf(view), own: digestOf(own), returned });
  }

  async #look(door: Door): Promise<Seen> {
    const who = `${this.#matchId}, seat ${door.seat} looks`;
    const end = door.asksToLook ? this.#order.diary?.begin({ who, matchId: this.#matchId }) : undefined;
    try {
      const seen = await door.look();
      end?.('ok', seen.version);
      return seen;
    } catch (error) {
      end?.('fail');
      throw error;
    }
  }

  /** All seats that are asked answer at the same time. */
  async #round(): Promise<void> {
    const witness = pick(this.#luck, this.#doors);
    const { status, view } = await this.#persist(witness, () => witness.look());
    this.#status = status;
    if (status !== 'playing') return;
    const asked = this.#doors.filter(({ seat }) => view.decisions.some((decision) => decision.seat === seat));
    if (below(this.#luck, KEEP_SIGHT) === 0) await this.#persist(witness, () => this.#see(witness, false));
    const answers = asked.map((door) => this.#answer(door, asked.length === 1));
    if (below(this.#luck, 100) < (this.#order.drops ?? 0)) pick(this.#luck, this.#doors).close();
    await Promise.all(answers);
    await sleep(below(this.#luck, this.#order.think ?? THINK_MS));
  }

  async #answer(door: Door, alone: boolean): Promise<void> {
    const listed = await this.#persist(door, () => door.legal());
    const chosen = randomOf(this.#order.game, listed, this.#luck);
    // The question was answered meanwhile, if the witness was behind.
    if (chosen === undefined) return;
    const { decision = null, ...command } = chosen as (typeof listed)[number];
    const commandId = `c${this.#ids++}`;
    const sent: Sent = {
      seat: door.seat,
      decision,
      command,
      commandId,
      version: undefined,
      refused: undefined,
    };
    this.#sent.push(sent);
    const who = `${this.#matchId}, seat ${door.seat}`;
    const end = this.#order.diary?.begin({ who, matchId: this.#matchId, commandId });
    const version = await this.#submit(door, sent, alone);
    end?.(version !== undefined ? 'ok' : sent.refused === 'stopped' ? 'info' : 'fail');
    if (version === undefined) return;
    sent.version = version;
    this.#order.accepted();
    if (below(this.#luck, REPEAT) > 0) return;
    this.#order.repeated();
    const again = await this.#submit(door, sent, true);
    // The campaign ended before it was sent again.
    if (again === undefined && this.#stopped) return;
    if (again !== version) this.#find(`${commandId}: acknowledged with ${version}, then with ${again}`);
  }

  /** Sends until there is an answer, always with the same id. */
  async #submit(door: Door, sent: Sent, alone: boolean): Promise<number | undefined> {
    const { decision, command, commandId } = sent;
    const { type, ...fields } = command;
    const payload = { ...(decision === null ? {} : { decision }), ...fields, commandId };
    try {
      return await this.#persist(door, () => {
        if (this.#stopped) throw new Refused('stopped');
        return door.send(type, payload);
      });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      sent.refused = error.code;
      // If several are asked, another's command may have come first. The server ends matches that are too long.
      if (alone && error.code !== 'stopped' && error.code !== 'journal-full')
        this.#find(`${commandId} (${type}, seat ${sent.seat}): refused with ${error.code}`);
      return undefined;
    }
  }

  #find(what: string): void {
    this.#findings.push(`${this.#order.game.id} ${this.#matchId}: ${what}`);
  }
}
