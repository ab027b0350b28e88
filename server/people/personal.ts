// Exports and deletes what is stored about a player, over all matches.
import type { z } from 'zod';
import { pause, performance } from '../../rooms/clockwork.ts';
import { type MatchAction, TableRefusal } from '../../rooms/index.ts';
import { mentions } from '../../rooms/life/forgetting.ts';
import type { JournalRow, MatchRow, MatchStore } from '../../rooms/life/match-store.ts';
import { codeOfUnavailable } from '../../rooms/life/store-error.ts';
import { namesBySeat, playerAt, seatOf, type Table } from '../../rooms/life/table.ts';
import type { Log } from '../../rooms/ports.ts';
import type { forgottenPart } from '../../shared/protocol/lists.ts';
import { noticeSettings } from '../../shared/protocol/notices.ts';
import { jsonIn } from '../process/json.ts';
import { reasonOf } from '../process/reason.ts';
import { isOver } from '../records/record.ts';
import { accountOf, type DeviceBook } from '../store/devices.ts';
import { EXAMINED, type Ledger } from '../store/ledger.ts';
import type { Outbox } from '../store/outbox.ts';
import type { PasskeyBook } from '../store/passkeys.ts';
import type { Devices } from './devices.ts';
import type {
  PersonalAccount,
  PersonalAction,
  PersonalBlock,
  PersonalCommand,
  PersonalDevice,
  PersonalMatch,
  PersonalNotices,
  PersonalPasskey,
} from './personal-form.ts';

interface Context {
  readonly store: Pick<MatchStore, 'journal'> &
    Pick<DeviceBook, 'accounts'> &
    Pick<Ledger, 'actions' | 'blocks' | 'forgetActions' | 'search'> &
    Pick<PasskeyBook, 'passkeys'> &
    Outbox;
  readonly devices: Pick<Devices, 'forget' | 'list'>;
  /** On a match at any process; rejects with a `TableRefusal`. */
  readonly administer: (matchId: string, action: MatchAction) => Promise<boolean>;
  /** After this time forgetting stops at the next match. */
  readonly forgettingMs?: number;
  readonly now: () => number;
  readonly log: Log;
}

type ForgottenPart = z.infer<typeof forgottenPart>;

/** Of the search through all matches. */
interface Step {
  readonly found: readonly MatchRow[];
  readonly next: number | undefined;
}

/** Who reads an export. */
interface ExportReader {
  /** The player's current name, if they ask themselves. */
  readonly name: string | null;
  /** Commands of running matches too, which may be secret: not for administrators, who may play there. */
  readonly seesRunning: boolean;
}

/** Pause between two reads at least, so that play continues. */
const PAUSE_MS = 5;
/** Journal entries read at once. */
const ENTRIES = 500;
/** With the last match, which may wait for the database or another process, it is less than proxies wait (15 s). */
const FORGETTING_MS = 6_000;
const MOST_LEFT = 100;
/** Latest actions about the player. */
const MOST_ACTIONS = 1_000;

export class Personal {
  readonly #context: Context;
  #reading: Promise<void> = Promise.resolve();

  constructor(context: Context) {
    this.#context = context;
  }

  /** One JSON document, in pieces; `personalExport` is its schema. Blanks in between keep the connection alive. */
  async *export(id: string, { name, seesRunning }: ExportReader): AsyncGenerator<string> {
    const { store, devices, now } = this.#context;
    const head = {
      format: 'quayside-player',
      formatVersion: 1,
      exportedAt: now(),
      player: { id, name },
      actions: (await store.actions({ player: id, limit: MOST_ACTIONS })).map(
        ({ at, action, reason, until }): PersonalAction => ({ at, action, reason, until }),
      ),
      blocks: (await store.blocks(id)).map(({ name, how, at }): PersonalBlock => ({ name, how, at })),
      notices: await this.#notices(id),
      devices: (await devices.list(id)).map(
        ({ kind, name: called, createdAt, usedAt }): PersonalDevice => ({
          kind,
          name: called,
          createdAt,
          usedAt,
        }),
      ),
      passkeys: (await store.passkeys({ player: id })).map(
        ({ name: called, origin: address, createdAt, usedAt }): PersonalPasskey => ({
          name: called,
          address,
          createdAt,
          usedAt,
        }),
      ),
      accounts: (await store.accounts({ player: id })).map(
        ({ account, issuer, createdAt, usedAt }): PersonalAccount => ({
          issuer,
          subject: account.slice(accountOf(issuer, '').length),
          createdAt,
          usedAt,
        }),
      ),
    };
    yield `${JSON.stringify(head).slice(0, -1)},"matches":[`;
    let isFirst = true;
    for await (const { found } of this.#stepsFrom(undefined, id)) {
      for (const row of found) {
        const text = JSON.stringify({ ...matchOf(row, id), commands: [] }).slice(0, -2);
        yield `${isFirst ? '' : ',\n'}${text}`;
        isFirst = false;
        let isFirstCommand = true;
        const isShown = seesRunning || isOver(row);
        const commands = isShown ? this.#commandsOf(row, id) : [];
        for await (const command of commands) {
          yield `${isFirstCommand ? '' : ','}${JSON.stringify(command)}`;
          isFirstCommand = false;
        }
        yield ']}';
      }
      yield '\n';
    }
    yield ']}\n';
  }

  /** Addresses are secrets, which an export must not hold. */
  async #notices(id: string): Promise<PersonalNotices> {
    const { store } = this.#context;
    const [[person], targets] = await Promise.all([
      store.readOutbox('person', id),
      store.readOutbox('targets', id),
    ]);
    const settings = noticeSettings.safeParse(jsonIn(person?.settings_json ?? ''));
    return {
      settings: settings.success ? settings.data : null,
      targets: targets.map(({ type, name, created_at: createdAt }) => ({ type, name, createdAt })),
    };
  }

  /** As much as is possible in time. `from`: the `next` of an earlier answer. */
  async forget(id: string, from?: number): Promise<ForgottenPart> {
    const { store, devices, now } = this.#context;
    const until = performance.now() + (this.#context.forgettingMs ?? FORGETTING_MS);
    await store.writeOutbox('forgetPerson', id);
    const left: ForgottenPart['left'] = [];
    let matches = 0;
    let here = from;
    for await (const { found, next } of this.#stepsFrom(from, id)) {
      for (const row of found) {
        // Those of this step that are done are not found again.
        if (matches + left.length > 0 && performance.now() > until)
          return { matches, left, complete: false, next: here ?? null };
        const done = await this.#forgetIn(row.matchId, id);
        if (done === true) matches += 1;
        else if (done !== false) left.push({ matchId: row.matchId, code: done });
      }
      const isEnough = performance.now() > until || left.length >= MOST_LEFT;
      if (next !== undefined && isEnough) return { matches, left, complete: false, next };
      here = next;
    }
    await store.forgetActions(id, now());
    await devices.forget(id);
    return { matches, left, complete: true, next: null };
  }

  /** Whether there was anything to do; or the code of what prevents it now. */
  async #forgetIn(matchId: string, id: string): Promise<boolean | string> {
    const { administer, log } = this.#context;
    try {
      return await administer(matchId, { kind: 'forget', player: id });
    } catch (error) {
      const code = error instanceof TableRefusal ? error.refusal : codeOfUnavailable(error);
      if (code === undefined) throw error;
      log.warn({ matchId, reason: reasonOf(error) }, 'player not forgotten in a match');
      return code;
    }
  }

  /** All matches that mention the player, the newest first. */
  async *#stepsFrom(from: number | undefined, id: string): AsyncGenerator<Step> {
    const text = JSON.stringify(id);
    for (let below = from; ; ) {
      const search = { text, below, examined: EXAMINED };
      const { matches, next } = await this.#inTurn(() => this.#context.store.search(search));
      yield { found: matches.filter(({ table }) => mentions(table, id)), next };
      if (next === undefined) return;
      below = next;
    }
  }

  /** One read at a time, then a pause as long: however many exports there are, half of the time is left for play. */
  #inTurn<Read>(read: () => Promise<Read>): Promise<Read> {
    const done = this.#reading.then(() => timed(read));
    this.#reading = done.then(
      ({ ms }) => pause(Math.max(PAUSE_MS, ms)),
      () => pause(PAUSE_MS),
    );
    return done.then(({ value }) => value);
  }

  async *#commandsOf({ matchId, table }: MatchRow, id: string): AsyncGenerator<PersonalCommand> {
    const holdings = holdingsOf(table, id);
    const isOwn = ({ seat, version, by }: JournalRow) =>
      by === 'player' &&
      holdings.some((one) => one.seat === seat && version > one.after && version <= one.to);
    for (let after = 0; holdings.length > 0; ) {
      const rows = await this.#inTurn(() => this.#context.store.journal(matchId, { after, most: ENTRIES }));
      for (const row of rows) {
        const { version, at, decision, command, commandId = null } = row;
        if (isOwn(row)) yield { version, at, decision, command, commandId };
      }
      const last = rows.at(-1);
      if (rows.length < ENTRIES || last === undefined) return;
      after = last.version;
    }
  }
}

async function timed<Value>(work: () => Promise<Value>): Promise<{ value: Value; ms: number }> {
  const began = performance.now();
  const value = await work();
  return { value, ms: performance.now() - began };
}

interface Holding {
  readonly seat: number;
  /** Commands of later versions, up to and including `to`. */
  readonly after: number;
  readonly to: number;
}

/** The seats that the player has or had, each with the versions in which it was theirs. */
function holdingsOf(table: Table, id: string): Holding[] {
  const { successions, former } = table;
  const before = (seat: number, end: number) =>
    successions.slice(0, end).findLast((one) => one.seat === seat)?.version ?? 0;
  const seat = seatOf(table, id);
  const present =
    seat === undefined
      ? []
      : [{ seat, after: before(seat, successions.length), to: Number.POSITIVE_INFINITY }];
  const leavings = successions.flatMap((one, index) => (one.from === null ? [] : [{ ...one, index }]));
  const leaving = leavings[former.indexOf(id)];
  if (leaving === undefined) return present;
  return [
    ...present,
    { seat: leaving.seat, after: before(leaving.seat, leaving.index), to: leaving.version },
  ];
}

/** What this player could see at the table: no seed, nothing of running play. */
function matchOf(row: MatchRow, id: string): Omit<PersonalMatch, 'commands'> {
  const { table } = row;
  const seat = seatOf(table, id) ?? null;
  return {
    matchId: row.matchId,
    game: row.game,
    edition: row.edition,
    rulesVersion: row.rulesVersion,
    status: row.status,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    isHost: table.host === id,
    seat,
    name: seat === null ? null : (playerAt(table, seat)?.name ?? null),
    hasGivenUp: table.former.includes(id),
    names: namesBySeat(table),
    place: row.result?.ranking.find((ranked) => ranked.seat === seat)?.place ?? null,
  };
}
