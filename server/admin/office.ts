// What administrators can look up and do; pages and API differ only in presentation.

import type { Ownership } from '../../rooms/berth/cluster.ts';
import type { MatchAction, RoomService } from '../../rooms/index.ts';
import { matchOfInvitation } from '../../rooms/index.ts';
import type { MatchRow, MatchStatus, MatchStore } from '../../rooms/life/match-store.ts';
import { isSame, type RulesInUse, rulesInUse } from '../../rooms/life/rules-in-use.ts';
import { isPlaying } from '../../rooms/life/states.ts';
import type { GameShelf, Log, Reach } from '../../rooms/ports.ts';
import type { TargetType } from '../../shared/protocol/notices.ts';
import type { AskPeer } from '../cluster/peers/errands.ts';
import type { Tally } from '../notices/tally.ts';
import type { Personal } from '../people/personal.ts';
import type { Silences } from '../people/silences.ts';
import { LONG_ID, newId } from '../process/chance.ts';
import type { UnsetForNotices } from '../process/config.ts';
import { type Action, type ActionName, EXAMINED, type Ledger } from '../store/ledger.ts';
import type { Outbox } from '../store/outbox.ts';
import { factsOf, type MatchFacts, type Presently, type ProcessFacts } from './facts.ts';

interface Context {
  readonly store: Pick<MatchStore, 'load' | 'list' | 'countOpen'> & Ledger & Outbox;
  /** On a match at any process. */
  readonly administer: (matchId: string, action: MatchAction) => Promise<boolean>;
  readonly shelf: Pick<GameShelf, 'playable'>;
  readonly rooms: Pick<RoomService, 'askedAt' | 'liveFacts' | 'stats'>;
  readonly ownership: Ownership;
  readonly ask: AskPeer;
  readonly silences: Silences;
  readonly personal: Personal;
  readonly tally: Tally;
  readonly unset: UnsetForNotices | undefined;
  readonly reach: Pick<Reach, 'owed'>;
  readonly now: () => number;
  readonly log: Log;
  readonly version: string;
}

/** Actions on a match. */
export const MATCH_ACTIONS = [
  'freeze',
  'unfreeze',
  'close',
  'unlist',
] as const satisfies readonly ActionName[];
export type MatchActionName = (typeof MATCH_ACTIONS)[number];

export const NOTICE_ACTIONS = ['stop-notices', 'send-notices'] as const satisfies readonly ActionName[];
export type NoticeActionName = (typeof NOTICE_ACTIONS)[number];

/** What is sent to players who are away, in numbers alone. */
export interface NoticeFacts {
  /** Since when nothing is sent. */
  readonly stoppedSince: number | null;
  readonly unset: UnsetForNotices | null;
  readonly types: readonly {
    readonly type: TargetType;
    readonly targets: number;
    /** Notices: to be delivered, and delivered or failed since this process began. */
    readonly waiting: number;
    readonly delivered: number;
    readonly failed: number;
    /** Targets that fail at present, and those that are told nothing more. */
    readonly failing: number;
    readonly stopped: number;
  }[];
}

/** The administrator, and the reason. */
export interface Mandate {
  readonly by: string;
  readonly reason: string;
}

export interface PlayerFacts {
  readonly id: string;
  /** The latest first. */
  readonly names: readonly string[];
  readonly silencedUntil: number | null;
  readonly matches: readonly MatchFacts[];
  readonly actions: readonly Action[];
}

export interface FoundMatches {
  readonly matches: readonly MatchFacts[];
  /** `false`: there may be more. */
  readonly complete: boolean;
}

const MATCHES_LISTED = 100;
const ACTIONS_LISTED = 200;
/** Steps of a search for a name: the newest 5,000 matches. */
const STEPS = 10;
const NAMES = 10;

export class Office {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  /** This process first. */
  async processes(): Promise<ProcessFacts[]> {
    const { ownership, ask } = this.#context;
    const others = ownership.peers().map(async (peer): Promise<ProcessFacts> => {
      const told = await ask(peer, 'process', {});
      const unknown = { version: null, uptimeSeconds: null, tables: null, clients: null };
      const { number, address } = peer;
      return { ...unknown, ...told, number, address, isThis: false, isReached: told !== undefined };
    });
    return [this.here(), ...(await Promise.all(others))];
  }

  here(): ProcessFacts {
    const { ownership, rooms, version } = this.#context;
    const { rooms: tables, clients } = rooms.stats();
    const uptimeSeconds = Math.round(process.uptime());
    const facts = { number: ownership.self, address: null, isThis: true, isReached: true };
    return { ...facts, version, uptimeSeconds, tables, clients };
  }

  rules(): Promise<readonly RulesInUse[]> {
    return rulesInUse(this.#context);
  }

  async matches(status: readonly MatchStatus[]): Promise<FoundMatches> {
    const rows = await this.#context.store.list({ status, limit: MATCHES_LISTED });
    return { matches: await this.#shown(rows), complete: rows.length < MATCHES_LISTED };
  }

  async match(matchId: string): Promise<MatchFacts | undefined> {
    const row = await this.#context.store.load(matchId);
    return row === undefined ? undefined : (await this.#shown([row]))[0];
  }

  /** By its id, an invitation to it, the id of a player, or a part of a name; the newest first. */
  async find(text: string): Promise<FoundMatches> {
    const { store } = this.#context;
    const one = await store.load(matchOfInvitation(text));
    if (one !== undefined) return { matches: await this.#shown([one]), complete: true };
    const held = await store.list({ player: text, limit: MATCHES_LISTED });
    if (held.length > 0) return { matches: await this.#shown(held), complete: held.length < MATCHES_LISTED };
    return await this.#findName(text);
  }

  async player(id: string): Promise<PlayerFacts> {
    const { store, silences } = this.#context;
    const [rows, actions] = await Promise.all([
      store.list({ player: id, limit: MATCHES_LISTED }),
      store.actions({ player: id, limit: ACTIONS_LISTED }),
    ]);
    const matches = await this.#shown(rows);
    const names = matches.flatMap(({ seats }) => seats.find((seat) => seat.id === id)?.name ?? []);
    return {
      id,
      names: [...new Set(names)].slice(0, NAMES),
      silencedUntil: silences.untilOf(id) ?? null,
      matches,
      actions,
    };
  }

  actions(filter: { readonly matchId?: string } = {}): Promise<readonly Action[]> {
    return this.#context.store.actions({ ...filter, limit: ACTIONS_LISTED });
  }

  /** Whether there was anything to do; throws `TableRefusal`. */
  async act(matchId: string, action: MatchActionName, mandate: Mandate): Promise<boolean> {
    const done = await this.#context.administer(matchId, { kind: action });
    if (done) await this.#note(mandate, { action, matchId });
    return done;
  }

  async notices(): Promise<NoticeFacts> {
    const { store, tally, now } = this.#context;
    const [counts, [stopped]] = await Promise.all([
      store.readOutbox('countsByType', now()),
      store.readOutbox('stopped'),
    ]);
    const types = counts.map(({ type, targets, waiting, failing, stopped: ended }) => ({
      ...{ type, targets, waiting, failing, stopped: ended },
      delivered: tally.of(type, 'delivered'),
      failed: tally.of(type, 'failed') + tally.of(type, 'refused') + tally.of(type, 'stopped'),
    }));
    return { stoppedSince: stopped?.since ?? null, unset: this.#context.unset ?? null, types };
  }

  /** Stops all sending, of every process, or lets what waits be sent; whether that is new. */
  async switchNotices(action: NoticeActionName, mandate: Mandate): Promise<boolean> {
    const { store, reach, now } = this.#context;
    const isStopped = (await store.readOutbox('stopped')).length > 0;
    const stops = action === 'stop-notices';
    if (isStopped === stops) return false;
    await store.writeOutbox(stops ? 'stop' : 'resume', Math.round(now()));
    await this.#note(mandate, { action });
    if (!stops) reach.owed();
    return true;
  }

  /** For this long; 0 ends the silence. */
  async silence(player: string, minutes: number, mandate: Mandate): Promise<void> {
    const { now, silences } = this.#context;
    await this.#note(mandate, { action: 'silence', player, until: now() + minutes * 60_000 });
    await silences.refresh();
  }

  async forget(player: string, mandate: Mandate, from?: number): ReturnType<Personal['forget']> {
    const { personal, silences } = this.#context;
    const forgotten = await personal.forget(player, from);
    // Without the player, who is forgotten.
    await this.#note(mandate, { action: 'forget' });
    await silences.refresh();
    return forgotten;
  }

  async export(player: string, mandate: Mandate): Promise<AsyncGenerator<string>> {
    await this.#note(mandate, { action: 'export', player });
    return this.#context.personal.export(player, { name: null, seesRunning: false });
  }

  async #note(
    { by, reason }: Mandate,
    what: Pick<Action, 'action'> & Partial<Pick<Action, 'matchId' | 'player' | 'until'>>,
  ): Promise<void> {
    const { store, log, now } = this.#context;
    const action = { matchId: null, player: null, until: null, ...what };
    log.info({ administrator: by, ...action, reason }, 'an administrator acted');
    await store.note({ id: newId(LONG_ID), at: now(), by, reason, ...action });
  }

  async #findName(text: string): Promise<FoundMatches> {
    const { store } = this.#context;
    const wanted = text.toLowerCase();
    // As JSON encodes it.
    const escaped = JSON.stringify(text).slice(1, -1);
    const rows: MatchRow[] = [];
    let below: number | undefined;
    for (let step = 0; step < STEPS && rows.length < MATCHES_LISTED; step++) {
      const { matches, next } = await store.search({ text: escaped, below, examined: EXAMINED });
      rows.push(...matches.filter((row) => namesIn(row).some((name) => name.toLowerCase().includes(wanted))));
      if (next === undefined)
        return { matches: await this.#shown(rows.slice(0, MATCHES_LISTED)), complete: true };
      below = next;
    }
    return { matches: await this.#shown(rows.slice(0, MATCHES_LISTED)), complete: false };
  }

  /** Each with the facts of its owner. */
  async #shown(rows: readonly MatchRow[]): Promise<MatchFacts[]> {
    const { rooms, shelf, ownership } = this.#context;
    const [presently, elsewhere] = await Promise.all([this.#presently(rows), ownership.playableElsewhere()]);
    const known = [...shelf.playable, ...elsewhere];
    return rows.map((row) =>
      factsOf(row, presently.get(row.matchId), {
        asked: isPlaying(row) ? (rooms.askedAt(row) ?? null) : null,
        hasRules: known.some((one) => isSame(one, row)),
      }),
    );
  }

  async #presently(rows: readonly MatchRow[]): Promise<ReadonlyMap<string, Presently>> {
    const { rooms, ownership, ask } = this.#context;
    const known = new Map<string, Presently>();
    const elsewhere: string[] = [];
    for (const { matchId } of rows) {
      const facts = rooms.liveFacts(matchId);
      if (facts === undefined) elsewhere.push(matchId);
      else known.set(matchId, { process: ownership.self, facts });
    }
    if (elsewhere.length === 0) return known;
    await Promise.all(
      ownership.peers().map(async (peer) => {
        for (const facts of (await ask(peer, 'facts', { matchIds: elsewhere })) ?? [])
          known.set(facts.matchId, { process: peer.number, facts });
      }),
    );
    return known;
  }
}

function namesIn({ table: { occupants, names } }: MatchRow): string[] {
  const seated = occupants.flatMap((place) => (place.kind === 'player' ? place.name : []));
  return [...seated, ...names.flatMap((name) => name ?? [])];
}
