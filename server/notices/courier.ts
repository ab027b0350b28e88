// Delivers what the outbox holds: each target is told one thing at a time, by one process, and a slow one keeps nobody
// else waiting. What is not handed over stays stored, and is tried again for a day.
import type { MatchRow, MatchStore } from '../../rooms/life/match-store.ts';
import { matchOfHooks } from '../../rooms/life/notices.ts';
import { startsAt } from '../../rooms/life/start-time.ts';
import { isLobby, isPlaying } from '../../rooms/life/states.ts';
import { type Player, playerAt, seatOf } from '../../rooms/life/table.ts';
import type { Log } from '../../rooms/ports.ts';
import { Alarm } from '../../rooms/schedule.ts';
import {
  MOST_GROUPED,
  type Notice,
  type NoticeKind,
  type NoticeSettings,
  noticeSettings,
  type TargetType,
  USUAL_NOTICES,
} from '../../shared/protocol/notices.ts';
import { scattered } from '../process/chance.ts';
import { jsonIn } from '../process/json.ts';
import type { NoticeEnding } from '../process/metrics.ts';
import { reasonOf } from '../process/reason.ts';
import type { Due, Outbox } from '../store/outbox.ts';
import type { Called } from './caller.ts';
import { quietUntil } from './quiet.ts';
import type { Teller } from './teller.ts';

/** Targets that are told something at the same time. */
const AT_ONCE = 32;
/** Notices that are read at once. */
const PAGE = 500;
/** Another process may then tell the target; longer than any call takes. */
const CLAIM_MS = 30_000;
/** A call that could not begin by then is left to the process that takes the target next: this process was stopped. */
const FRESH_MS = 10_000;
const FIRST_WAIT_MS = 5_000;
const MAIL_REST_MS = 5 * 60_000;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** In a cluster, what a dead process has left is found after this. */
const LOOK_MS = 5_000;
const LONGEST_PAUSE_MS = 10 * 60_000;
const AGAIN_MS = 1_000;

export interface CourierContext {
  readonly outbox: Outbox;
  readonly matches: Pick<MatchStore, 'load'>;
  readonly teller: Pick<Teller, 'tell'>;
  /** Whether the player is connected to the match in this process. */
  readonly isHere: (matchId: string, player: string) => boolean;
  readonly isOn: () => boolean;
  readonly now: () => number;
  readonly newId: (length: number) => string;
  readonly log: Log;
  readonly ended: (type: TargetType, ending: NoticeEnding, notices: number, seconds: number) => void;
}

export class Courier {
  readonly #context: CourierContext;
  readonly #alarm = new Alarm();
  readonly #underway = new Set<Promise<void>>();
  #looking: Promise<void> = Promise.resolve();
  #isLooking = false;
  #isAsked = false;
  #isClosed = false;
  #isShared = false;
  /** Nothing was written yet: a server also starts on a full disk. */
  #isFresh = false;
  #tidied = Number.NEGATIVE_INFINITY;

  constructor(context: CourierContext) {
    this.#context = context;
  }

  /** `shared`: other processes deliver too. Claims of an earlier process are void otherwise. */
  start(shared: boolean): void {
    this.#isShared = shared;
    this.#isFresh = !shared;
    this.look();
  }

  /** Something may be due. */
  look(): void {
    this.#isAsked = true;
    // Whatever ends first looks again.
    if (this.#isLooking || this.#isClosed || this.#isFull) return;
    this.#isLooking = true;
    this.#looking = this.#look().finally(() => {
      this.#isLooking = false;
      if (this.#isAsked) this.look();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#alarm.stop();
    await this.#looking;
    await Promise.all(this.#underway);
  }

  get #isFull(): boolean {
    return this.#underway.size >= AT_ONCE;
  }

  async #look(): Promise<void> {
    const { log, now } = this.#context;
    let looked = now();
    try {
      while (this.#isAsked && !this.#isClosed && !this.#isFull) {
        this.#isAsked = false;
        looked = now();
        await this.#take(looked);
      }
      if (!this.#isFull) await this.#setAlarm(looked);
    } catch (error) {
      log.error({ reason: reasonOf(error) }, 'notices not read');
      this.#isAsked = false;
      if (!this.#isClosed) this.#alarm.set(AGAIN_MS, () => this.look());
    }
  }

  async #take(began: number): Promise<void> {
    const { outbox, newId, isOn } = this.#context;
    if (!isOn()) return;
    if (this.#isFresh) await outbox.writeOutbox('unclaim', began);
    this.#isFresh = false;
    if (began - this.#tidied > HOUR_MS) {
      this.#tidied = began;
      await outbox.writeOutbox('dropOld', began - DAY_MS);
    }
    const claim = newId(16);
    const most = AT_ONCE - this.#underway.size;
    await outbox.writeOutbox('claim', claim, began, began + CLAIM_MS, most);
    const due = await outbox.readOutbox('claimed', claim, began, PAGE);
    for (const rows of Map.groupBy(due, ({ target }) => target).values()) {
      const work = this.#deliver(claim, rows.slice(0, MOST_GROUPED)).finally(() => {
        this.#underway.delete(work);
        this.look();
      });
      this.#underway.add(work);
    }
  }

  /** `looked`: what has become due since then was not seen yet. */
  async #setAlarm(looked: number): Promise<void> {
    const { outbox, now } = this.#context;
    const [next] = await outbox.readOutbox('next', looked);
    const longest = this.#isShared ? LOOK_MS : LONGEST_PAUSE_MS;
    const wait = Math.min((next?.at ?? Number.POSITIVE_INFINITY) - now(), longest);
    if (!this.#isClosed) this.#alarm.set(Math.max(0, wait), () => this.look());
  }

  /** Of one target. */
  async #deliver(claim: string, rows: readonly Due[]): Promise<void> {
    const [target] = rows;
    if (target === undefined) return;
    const { outbox, now, log } = this.#context;
    const began = now();
    const delivered = () => ({ claim, targetId: target.target_id, now: now() });
    try {
      const settings = settingsOf(target);
      const quiet = quietUntil(settings, began);
      if (quiet !== undefined) {
        await outbox.writeOutbox(
          'put',
          delivered(),
          rows.map(({ notice_id: id }) => id),
          quiet,
        );
        return;
      }
      const { wanted, idle, isLast } = await this.#sorted(rows, settings);
      if (idle.length > 0) this.#context.ended(target.type, 'dropped', idle.length, 0);
      const called = wanted.length === 0 ? undefined : await this.#tell(target, wanted, settings, began);
      if (called === 'late') return;
      if (called === undefined || isTold(called)) {
        const rest = called === undefined ? 0 : restOf(target);
        await outbox.writeOutbox(
          'handedOver',
          delivered(),
          rows.map(({ notice_id: id }) => id),
          rest === 0 ? 0 : Math.round(now() + rest),
        );
        if (areHooks(target) && isLast)
          await outbox.writeOutbox('removeTarget', target.player, target.target_id, Math.round(now()));
        if (called !== undefined)
          this.#context.ended(
            target.type,
            'delivered',
            wanted.length,
            (now() - Math.min(...wanted.map(({ at }) => at))) / 1000,
          );
        return;
      }
      await this.#failed(target, called, claim, wanted.length);
    } catch (error) {
      // The claim ends by itself.
      log.error({ reason: reasonOf(error) }, 'a notice was not delivered');
    }
  }

  /** Without what nobody waits for any more. */
  async #sorted(
    rows: readonly Due[],
    settings: NoticeSettings,
  ): Promise<{ wanted: Notice[]; idle: Due[]; isLast: boolean }> {
    const { matches, isHere } = this.#context;
    const ids = [...new Set(rows.map(({ match_id: matchId }) => matchId))];
    const found = new Map(await Promise.all(ids.map(async (id) => [id, await matches.load(id)] as const)));
    const wanted: Notice[] = [];
    const idle: Due[] = [];
    for (const row of rows) {
      const match = found.get(row.match_id);
      const isOff = settings.off.includes(row.kind) || settings.muted.includes(row.match_id);
      const person = match === undefined ? undefined : personOf(match, row);
      const isStale =
        match === undefined ||
        !isOfHost(match, row) ||
        !isOf(match, row) ||
        isHere(row.match_id, person?.id ?? row.player);
      if (isOff || isStale) idle.push(row);
      else wanted.push(noticeOf(row, match.game, person?.name));
    }
    const isLast = rows.some((row) => row.kind === 'over' || !isOfHost(found.get(row.match_id), row));
    return { wanted, idle, isLast };
  }

  async #tell(
    target: Due,
    notices: readonly Notice[],
    settings: NoticeSettings,
    began: number,
  ): Promise<Called | 'late'> {
    const { teller, now } = this.#context;
    if (now() - began > FRESH_MS) return 'late';
    return await teller.tell(target, notices, settings);
  }

  async #failed(target: Due, called: Called, claim: string, notices: number): Promise<void> {
    const { outbox, now, log } = this.#context;
    const at = now();
    const doubled = Math.min(HOUR_MS, FIRST_WAIT_MS * 2 ** Math.min(target.failures, 20));
    const asked = 'status' in called ? (called.retryAfterSeconds ?? 0) * 1000 : 0;
    const isGone = isGoneFor(target, called);
    if (isGone && target.type === 'push') {
      // The browser has let it go; it makes another one when its player comes back.
      await outbox.writeOutbox('removeTarget', target.player, target.target_id, Math.round(at));
      this.#context.ended(target.type, 'stopped', notices, 0);
      return;
    }
    const stops = isGone || at - (target.failing_since ?? at) >= DAY_MS;
    const next = Math.round(at + Math.max(asked, scattered(doubled)));
    await outbox.writeOutbox('failed', { claim, targetId: target.target_id, now: at }, next, stops);
    const why = 'status' in called ? called.status : called.failure;
    log.debug({ type: target.type, why, failures: target.failures + 1 }, 'a target was not told');
    this.#context.ended(
      target.type,
      stops ? 'stopped' : why === 'refused' ? 'refused' : 'failed',
      notices,
      0,
    );
  }
}

/** Mailboxes fill: what comes within some minutes after a mail comes together in the next one. */
function restOf({ type }: Due): number {
  return type === 'mail' ? MAIL_REST_MS : 0;
}

/** For good. Push services also say so in another way. */
function isGoneFor({ type }: Due, called: Called): boolean {
  return 'status' in called && (called.status === 410 || (type === 'push' && called.status === 404));
}

export function isTold(called: Called): boolean {
  return 'status' in called && called.status >= 200 && called.status < 300;
}

export function settingsOf({
  settings_json: text,
}: {
  readonly settings_json: string | null;
}): NoticeSettings {
  const parsed = noticeSettings.safeParse(jsonIn(text ?? ''));
  return parsed.success ? parsed.data : USUAL_NOTICES;
}

/** Of a start time that is still agreed upon. */
const OF_START: readonly NoticeKind[] = ['start-near', 'start-changed'];
const WHILE_PLAYING: readonly NoticeKind[] = ['your-turn', 'time-nearly-up', 'started'];

/** The player still has what the notice is about. */
function isOf(match: MatchRow, { kind, player, deadline }: Due): boolean {
  const isSeated = areHooks({ player }) || seatOf(match.table, player) !== undefined;
  if (kind === 'seat') return !isSeated;
  if (OF_START.includes(kind)) return isSeated && isLobby(match) && startsAt(match) === deadline;
  return isSeated && (!WHILE_PLAYING.includes(kind) || isPlaying(match));
}

/** The players were told of what their host has added, and not of another's. */
function isOfHost(match: MatchRow | undefined, { player, owner }: Pick<Due, 'player' | 'owner'>): boolean {
  return !areHooks({ player }) || match?.table.host === owner;
}

function areHooks({ player }: Pick<Due, 'player'>): boolean {
  return matchOfHooks(player) !== undefined;
}

/** Of whom a table's hooks are told; `undefined`: the player is told in person, or it is about nobody. */
function personOf({ table }: MatchRow, { player, seat }: Due): Player | undefined {
  return areHooks({ player }) && seat !== null ? playerAt(table, seat) : undefined;
}

function noticeOf(row: Due, game: string, name: string | undefined): Notice {
  const { notice_id: id, kind, match_id: matchId, seat, decision, deadline, at } = row;
  const named = name === undefined ? {} : { name };
  return { id, kind, matchId, game, seat, ...named, decision, deadline, at };
}
