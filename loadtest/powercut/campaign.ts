// Records sessions and builds the disks that power cuts could have left of them.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { startPostgres } from '../../cli/private-postgres.ts';
import { temporaryFolder } from '../../cli/temporary-folder.ts';
import { below, createRng, pick, type Rng, spawnSeed } from '../../shared/kernel/rng.ts';
import { judge } from '../crash/judge.ts';
import { gameOf } from '../games.ts';
import { Disk, type Fate } from './disk.ts';
import { Truth } from './judge.ts';
import type { PowercutOptions } from './options.ts';
import type { Note } from './recording.ts';
import { type Found, Reopener } from './reopener.ts';
import { EDITION, type Played, Session, type SessionOrder } from './session.ts';
import type { Promised } from './witness.ts';

/** Every session is cut as often, at most: the next one has other matches. */
const CUTS_OF_ONE = 250;
/** In each life of a server. */
const COMMANDS = 240;
const OPENERS = 2;
/** One cut in this many comes soon after a name is made, changed or removed, of which there are few. */
const AT_NAMES = 3;
/** One in this many comes at the end, when a backup has just been restored. */
const AT_END = 12;
const SHORTLY = 12;
const NAMES: readonly Note['kind'][] = ['made', 'folder made', 'renamed', 'linked', 'removed'];
const WHOLE: readonly Fate[] = ['lost', 'early', 'some', 'lost', 'some', 'kept'];
const MANY_FINDINGS = 1_000;

export interface PowercutResult {
  readonly cuts: number;
  readonly torn: number;
  readonly sessions: number;
  readonly matches: number;
  /** Commands that were acknowledged. */
  readonly acknowledged: number;
  readonly writes: number;
  readonly syncs: number;
  /** Starts on folders that were in use, on backups and on restored ones. */
  readonly starts: { readonly used: number; readonly backups: number; readonly restored: number };
  /** Starts at which the server said that the end of its log was damaged. */
  readonly reported: number;
  readonly findings: readonly string[];
}

type Stage = Partial<Pick<SessionOrder, 'through' | 'settings' | 'commands' | 'forgetful'>>;

interface Cut {
  /** After this note. */
  readonly place: number;
  readonly fate: Fate;
  readonly luck: Rng;
}

/** A disk that a cut has left. */
interface Left {
  /** How a finding names the cut. */
  readonly name: string;
  readonly folder: string;
  /** Of the recording. */
  readonly end: number;
  readonly luck: Rng;
}

interface Scene {
  readonly session: Session;
  readonly played: Played;
  readonly truth: Truth;
}

export class PowercutCampaign {
  readonly #options: PowercutOptions;
  readonly #stage: Stage;
  readonly #luck: Rng;
  readonly #findings: string[] = [];
  readonly #openers = Array.from({ length: OPENERS }, () => new Reopener());
  readonly #starts = { used: 0, backups: 0, restored: 0 };
  readonly #sums = { sessions: 0, matches: 0, acknowledged: 0, writes: 0, syncs: 0, reported: 0 };
  #session: Session | undefined;
  #cuts = 0;
  #torn = 0;

  /** `stage`: what runs instead of the server, with a planted fault. */
  constructor(options: PowercutOptions, stage: Stage = {}) {
    this.#options = options;
    this.#stage = stage;
    this.#luck = createRng(options.seed);
  }

  get progress(): string {
    return `commands ${this.#session?.accepted ?? 0}  cuts ${this.#cuts} of ${this.#options.cuts}  found ${this.#findings.length}`;
  }

  async run(): Promise<PowercutResult> {
    try {
      while (this.#cuts < this.#options.cuts) await this.#cutOne();
    } finally {
      for (const opener of this.#openers) opener.close();
    }
    return {
      cuts: this.#cuts,
      torn: this.#torn,
      ...this.#sums,
      starts: this.#starts,
      findings: this.#findings,
    };
  }

  async #cutOne(): Promise<void> {
    const { games, tables, on, postgres = false } = this.#options;
    const aside = temporaryFolder('powercut');
    const folder = on === undefined ? aside.folder : mkdtempSync(join(on, 'powercut-'));
    try {
      const luck = spawnSeed(this.#luck);
      const order = {
        folder,
        aside: aside.folder,
        luck,
        games,
        tables,
        commands: COMMANDS,
        postgres,
        ...this.#stage,
      };
      const session = new Session(order);
      this.#session = session;
      const played = await session.play();
      this.#count(played);
      const truth = await this.#truthOf(session, played);
      await this.#cutAll({ session, played, truth }, folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
      aside.remove();
    }
  }

  #count({ notes, tables }: Played): void {
    const sums = this.#sums;
    sums.sessions += 1;
    sums.matches += tables.length;
    for (const { kind } of notes) {
      if (kind === 'written') sums.writes += 1;
      if (kind === 'sync ended') sums.syncs += 1;
    }
  }

  /** What is stored in the end has to be what the players were told. */
  async #truthOf(session: Session, { tables }: Played): Promise<Truth> {
    const found = await this.#open(session.disk, { DATA_DIR: session.data }, this.#opener(0));
    if (found.refused !== undefined) throw new Error(`without a cut: ${found.refused}`);
    for (const notes of tables) {
      const stored = found.matches.find(({ record }) => record.matchId === notes.matchId);
      if (stored === undefined) continue;
      const { findings, acknowledged } = judge(gameOf(notes.game), notes, stored.record);
      this.#findings.push(...findings);
      this.#sums.acknowledged += acknowledged;
    }
    return new Truth(found);
  }

  /** On that disk, with the database that is there, if there is one. */
  async #open(disk: string, settings: Readonly<Record<string, string>>, opener: Reopener): Promise<Found> {
    if (this.#options.postgres !== true) return await opener.open(settings);
    const place = join(disk, 'postgres');
    // It was written before the power was cut.
    rmSync(join(place, 'data/postmaster.pid'), { force: true });
    const postgres = await startPostgres({ place });
    try {
      return await opener.open({ ...settings, DATABASE_URL: postgres.url });
    } finally {
      await postgres.remove();
    }
  }

  #opener(index: number): Reopener {
    const opener = this.#openers[index % this.#openers.length];
    if (opener === undefined) throw new Error('there is no opener');
    return opener;
  }

  async #cutAll(scene: Scene, folder: string): Promise<void> {
    const { session, played } = scene;
    const disk = new Disk(session.disk, { strict: this.#options.postgres !== true });
    disk.begin(played.known);
    const busy: Promise<void>[] = this.#openers.map(() => Promise.resolve());
    let place = 0;
    for (const cut of this.#cutsOf(played)) {
      for (const note of played.notes.slice(place, cut.place)) disk.add(note);
      place = cut.place;
      const index = this.#cuts++ % busy.length;
      await busy[index];
      const left = mkdtempSync(join(folder, 'left-'));
      chmodSync(left, 0o711);
      disk.build(left, cut.fate, cut.luck);
      if (cut.fate === 'torn') this.#torn += 1;
      const name = `session ${this.#sums.sessions}, cut after note ${place} (${cut.fate})`;
      const end = played.notes[place - 1]?.end ?? 0;
      busy[index] = this.#look(scene, { name, folder: left, end, luck: cut.luck }, this.#opener(index));
    }
    await Promise.all(busy);
  }

  /** In the order of the recording. */
  #cutsOf({ notes }: Played): readonly Cut[] {
    const { cuts, torn = Math.ceil(cuts / 5) } = this.#options;
    const count = Math.min(CUTS_OF_ONE, cuts - this.#cuts);
    const names = notes.flatMap(({ kind }, index) => (NAMES.includes(kind) ? [index] : []));
    const places = Array.from({ length: count }, () => {
      if (below(this.#luck, AT_END) === 0) return notes.length - below(this.#luck, SHORTLY);
      const isAtName = below(this.#luck, AT_NAMES) === 0;
      const place = isAtName
        ? pick(this.#luck, names) + below(this.#luck, SHORTLY)
        : below(this.#luck, notes.length);
      return Math.min(place + 1, notes.length);
    });
    return places
      .sort((one, other) => one - other)
      .map((place, index) => {
        const soFar = this.#cuts + index;
        const isTorn = Math.floor(((soFar + 1) * torn) / cuts) > Math.floor((soFar * torn) / cuts);
        const fate = isTorn ? 'torn' : pick(this.#luck, WHOLE);
        return { place, fate, luck: createRng(spawnSeed(this.#luck)) };
      });
  }

  async #look(scene: Scene, left: Left, opener: Reopener): Promise<void> {
    const found = await Promise.all([
      this.#lookAtData(scene, left, opener),
      this.#lookAtBackups(scene, left, opener),
      this.#lookAtRestored(scene, left, opener),
    ]);
    for (const what of found.flat())
      if (this.#findings.length < MANY_FINDINGS) this.#findings.push(`${left.name}: ${what}`);
    rmSync(left.folder, { recursive: true });
  }

  async #lookAtData({ session, played, truth }: Scene, left: Left, opener: Reopener): Promise<string[]> {
    const data = join(left.folder, relative(session.disk, session.data));
    const { edition, promises } = played;
    const isLost = edition.ended <= left.end && contentsOf(join(data, EDITION)) !== edition.contents;
    const STORE_THREAD = pick(left.luck, ['on', 'off']);
    const found = await this.#open(left.folder, { DATA_DIR: data, STORE_THREAD }, opener);
    this.#starts.used += 1;
    if (found.complaints.length > 0) this.#sums.reported += 1;
    const promised = until(left.end, promises);
    // Before anything was promised, its database may not have been made yet.
    if (this.#options.postgres === true && promised.length === 0) return [];
    const faults = truth.faultsOf(found, promised);
    return [...faults, ...(isLost ? ['the edition is lost'] : [])];
  }

  /** A backup that has its name is complete. */
  async #lookAtBackups(scene: Scene, left: Left, opener: Reopener): Promise<string[]> {
    const { session, played, truth } = scene;
    const findings: string[] = [];
    for (const { folder, begun, ended } of played.backups) {
      const place = join(left.folder, relative(session.disk, folder));
      if (!existsSync(place)) {
        if (ended <= left.end) findings.push('a backup is lost');
        continue;
      }
      this.#starts.backups += 1;
      const faults = truth.faultsOf(await opener.open({ DATA_DIR: place }), until(begun, played.promises));
      findings.push(...faults.map((fault) => `in a backup: ${fault}`));
    }
    return findings;
  }

  async #lookAtRestored(scene: Scene, left: Left, opener: Reopener): Promise<string[]> {
    const { session, played, truth } = scene;
    if (played.restored === undefined) return [];
    const { folder, begun, ended } = played.restored;
    const place = join(left.folder, relative(session.disk, folder));
    if (!existsSync(join(place, 'quayside.sqlite')))
      return ended <= left.end ? ['what was restored is lost'] : [];
    this.#starts.restored += 1;
    const faults = truth.faultsOf(await opener.open({ DATA_DIR: place }), until(begun, played.promises));
    return faults.map((fault) => `restored: ${fault}`);
  }
}

function until(end: number, promises: readonly Promised[]): readonly Promised[] {
  return promises.filter((promised) => promised.end <= end);
}

function contentsOf(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
