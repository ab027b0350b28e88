// One recorded session: matches of all games on a server that ends and begins again, is backed up and restored.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Member } from '../../cli/private-member.ts';
import { type Postgres, startPostgres } from '../../cli/private-postgres.ts';
import { below, createRng, type Rng, spawnSeed } from '../../shared/kernel/rng.ts';
import { HttpDoor } from '../crash/door.ts';
import { CrashTable, type TableNotes } from '../crash/table.ts';
import { familyOf, gameOf } from '../games.ts';
import { NO_LIMITS } from '../no-limits.ts';
import { type Known, knownIn } from './disk.ts';
import { type Note, Recording } from './recording.ts';
import { type Promised, Witness } from './witness.ts';

const TOOLS = join(import.meta.dirname, '../../tools');
export const EDITION = 'editions/borneo/of-the-host-0.json';
/** A server that accepts nothing for this long makes the session fail. */
const PATIENCE_MS = 120_000;

/** The store is on the event loop or in a thread. */
const LIVES = [
  { STORE_THREAD: 'on', end: 'SIGKILL' },
  { STORE_THREAD: 'off', end: 'SIGTERM' },
  { STORE_THREAD: 'on', end: 'SIGKILL' },
] as const;

export interface SessionOrder {
  /** Empty; what is below `disk` in it is recorded. */
  readonly folder: string;
  /** Not on the disk that is cut. */
  readonly aside: string;
  readonly luck: string;
  readonly games: readonly string[];
  readonly tables: number;
  /** Commands in each life of the server. */
  readonly commands: number;
  /** Instead of the server and the tools, with their paths as its argument: for planted faults. */
  readonly through?: string;
  readonly settings?: Readonly<Record<string, string>>;
  /** The matches are in PostgreSQL, whose folder is recorded too. */
  readonly postgres?: boolean;
  /** A planted fault: PostgreSQL syncs nothing. */
  readonly forgetful?: boolean;
}

/** What a tool has said that it has done. */
interface Done {
  /** The recording's ends, when it was started and when it said so. */
  readonly begun: number;
  readonly ended: number;
  readonly folder: string;
}

export interface Played {
  readonly notes: readonly Note[];
  readonly promises: readonly Promised[];
  readonly tables: readonly TableNotes[];
  /** What was there before. */
  readonly known: readonly Known[];
  /** None with PostgreSQL. */
  readonly backups: readonly Done[];
  readonly restored: Done | undefined;
  readonly edition: Done & { readonly contents: string };
}

export class Session {
  /** What is recorded, and the data folder in it. */
  readonly disk: string;
  readonly data: string;
  readonly #order: SessionOrder;
  readonly #luck: Rng;
  readonly #recording: Recording;
  readonly #witness: Witness;
  readonly #server: Member;
  readonly #tables = new Set<CrashTable>();
  readonly #notes: TableNotes[] = [];
  readonly #gone = new AbortController();
  #postgres: Postgres | undefined;
  #known: readonly Known[] = [];
  #accepted = 0;
  #isOver = false;

  constructor(order: SessionOrder) {
    const { folder, aside, luck, settings, through } = order;
    this.#order = order;
    this.#luck = createRng(luck);
    mkdirSync(join(folder, 'disk'));
    this.#recording = new Recording(join(folder, 'disk'), aside);
    this.disk = this.#recording.folder;
    this.data = join(this.disk, 'data');
    this.#witness = new Witness(this.#recording);
    this.#server = new Member({
      name: 'the server',
      folder: aside,
      port: 0,
      ...(through !== undefined && { script: through }),
      settings: { ...NO_LIMITS, WEB_CLIENT: 'off', ...this.#environment(this.data), ...settings },
    });
  }

  get accepted(): number {
    return this.#accepted;
  }

  async play(): Promise<Played> {
    try {
      if (this.#order.postgres === true) await this.#startPostgres();
      return await this.#play();
    } finally {
      await this.#postgres?.remove();
      this.#gone.abort();
      this.#witness.close();
      await this.#server.kill();
    }
  }

  async #play(): Promise<Played> {
    const done: Done[] = [];
    let places: Promise<void>[] | undefined;
    for (const { STORE_THREAD, end } of LIVES) {
      await this.#server.start({ STORE_THREAD, ...this.#storage(), ...this.#order.settings });
      places ??= Array.from({ length: this.#order.tables }, (_, index) => this.#keepPlaying(index));
      await this.#commands();
      const folder = join(this.disk, `backups-${done.length}`);
      const tool =
        done.length === 0 || this.#postgres !== undefined
          ? this.#run(this.data, this.data, 'edition.ts', 'new', 'borneo', `of-the-host-${done.length}`)
          : this.#run(this.data, folder, 'backup.ts', folder);
      await this.#commands();
      done.push(await tool);
      if (done.length === LIVES.length) await this.#stop(places);
      await this.#server.kill(end);
    }
    return await this.#report(done);
  }

  async #startPostgres(): Promise<void> {
    const { folder, forgetful = false } = this.#order;
    // It runs as another user.
    for (const above of [folder, this.disk]) chmodSync(above, 0o711);
    const place = join(this.disk, 'postgres');
    mkdirSync(place);
    const prepare = (data: string) => {
      this.#known = [{ path: place, file: statSync(place).ino, bytes: undefined }, ...knownIn(data)];
      return this.#recording.environment({ says: false });
    };
    this.#postgres = await startPostgres({ durable: !forgetful, place, prepare });
  }

  #storage(): Record<string, string> {
    return this.#postgres === undefined ? {} : { DATABASE_URL: this.#postgres.url };
  }

  async #stop(places: readonly Promise<void>[]): Promise<void> {
    this.#isOver = true;
    for (const table of this.#tables) table.stop();
    await Promise.all(places);
  }

  async #report([edition, ...others]: readonly Done[]): Promise<Played> {
    if (edition === undefined) throw new Error('a session without an edition');
    const copies = this.#postgres === undefined ? others : [];
    const backups = copies.map((copy) => ({
      ...copy,
      folder: join(copy.folder, readdirSync(copy.folder)[0] ?? ''),
    }));
    const restored = await this.#restore(backups.at(-1));
    const notes = this.#recording.notes();
    return {
      notes,
      known: this.#known,
      promises: this.#witness.promises(notes),
      tables: this.#notes,
      backups,
      restored,
      edition: { ...edition, contents: readFileSync(join(this.data, EDITION), 'utf8') },
    };
  }

  /** It has what the backup has. */
  async #restore(backup: Done | undefined): Promise<Done | undefined> {
    if (backup === undefined) return undefined;
    const target = join(this.disk, 'restored');
    const restored = await this.#run(target, target, 'restore.ts', backup.folder);
    return { ...restored, begun: backup.begun };
  }

  /** A new match begins where one has ended. */
  async #keepPlaying(index: number): Promise<void> {
    const { games } = this.#order;
    const luck = createRng(spawnSeed(this.#luck));
    for (let n = 0; !this.#isOver; n++) {
      const game = gameOf(games[(index + n) % games.length] ?? '');
      const { url } = this.#server;
      const { signal } = this.#gone;
      const table = new CrashTable({
        url,
        game,
        seats: game.seats.min + below(luck, game.seats.max - game.seats.min + 1),
        options: familyOf(game.id).short ?? {},
        luck: spawnSeed(luck),
        newToken: () => this.#newToken(),
        door: (token) => new HttpDoor(url, token, signal, this.#witness.platform),
        gone: signal,
        accepted: () => {
          this.#accepted += 1;
        },
        repeated: () => undefined,
      });
      this.#tables.add(table);
      this.#notes.push(await table.play());
      this.#tables.delete(table);
    }
  }

  async #newToken(): Promise<string> {
    const headers = { 'Content-Type': 'application/json' };
    for (;;) {
      try {
        const asking = { method: 'POST', headers, body: '{"name":"Guest"}' };
        const answer = await this.#witness.platform.fetch(`${this.#server.url}/api/v1/guests`, asking);
        return (JSON.parse(await answer.text()) as { token: string }).token;
      } catch (error) {
        if (this.#gone.signal.aborted) throw error;
        // The server is down; it will return.
        await sleep(50);
      }
    }
  }

  /** Half of those of a life. */
  async #commands(): Promise<void> {
    const until = this.#accepted + this.#order.commands / 2;
    const deadline = performance.now() + PATIENCE_MS;
    while (this.#accepted < until) {
      if (performance.now() > deadline) throw new Error(`no ${until} commands were accepted`);
      await sleep(5);
    }
  }

  async #run(dataDir: string, folder: string, tool: string, ...args: string[]): Promise<Done> {
    const begun = this.#recording.end;
    const script = join(TOOLS, tool);
    const { through } = this.#order;
    const program = [...(through === undefined ? [] : [through]), script, ...args];
    const env = { PATH: '', ...this.#environment(dataDir), ...this.#order.settings };
    const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'pipe'], env });
    const [said, complaint, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    if (code !== 0) throw new Error(`${tool}: ${said}${complaint}`);
    const told = this.#recording
      .notes()
      .find(({ kind, file, at }) => kind === 'told' && file === child.pid && at === 0n);
    if (told === undefined) throw new Error(`${tool} said nothing`);
    return { begun, ended: told.end, folder };
  }

  #environment(dataDir: string): Record<string, string> {
    return { DATA_DIR: dataDir, ...this.#recording.environment({ says: true }) };
  }
}
