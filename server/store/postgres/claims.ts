// Reads and changes the owners of matches in the database, for many matches at once.
import type { Peer } from '../../../rooms/berth/cluster.ts';
import { pause, setImmediate } from '../../../rooms/clockwork.ts';
import type { PlayedWith } from '../../../rooms/life/match-store.ts';
import { StoreError } from '../../../rooms/life/store-error.ts';
import type { Ask } from './ask.ts';

/** What a match's former owners leave to the next. */
export interface Taken {
  /** When it was taken over from one that was gone. */
  readonly interruptedAt: number | null;
  /** By the one that handed it over last. */
  readonly firstRef: number | null;
}

/** The outcome of a claim. */
type Claimed =
  | ({ readonly kind: 'mine' } & Taken)
  | { readonly kind: 'peer'; readonly peer: Peer }
  | { readonly kind: 'unknown-rules' }
  | { readonly kind: 'unknown' };

export interface ClaimsContext {
  readonly ask: Ask;
  /** The number of this process. */
  readonly member: number;
  /** What it can play, as JSON. */
  readonly rules: string;
  readonly now: () => number;
}

/** In one statement. */
const MOST = 500;
/** Further ones are refused immediately. */
const MOST_WAITING = 10_000;
/** Retries while another process is claiming or releasing the match. */
const TRIES = 40;
const TRY_AGAIN_MS = 50;

/** Only a member recorded as gone, not an unknown one: a snapshot may be older than a new member. */
const GONE = 'EXISTS (SELECT FROM quayside.members o WHERE o.number = m.owner AND o.gone_at IS NOT NULL)';
const knows = (rules: string) => `EXISTS (SELECT FROM json_array_elements(${rules}::json) k
  WHERE k->>0 = m.game AND (k->>1)::integer = m.rules_version AND k->>2 = m.edition_hash)`;
/** A match that is over is only viewed and removed. */
const playable = (rules: string) => `(m.status NOT IN ('lobby', 'playing') OR ${knows(rules)})`;
const isFree = (member: string) => `(m.owner IS NULL OR m.owner = ${member} OR ${GONE})`;
/** The condition for a match that this process owns or could claim. */
export const claimable = (member: string, rules: string) => `${isFree(member)} AND ${playable(rules)}`;

/** A living other process has it. */
export const isOthers = (member: number) => (matchId: string) =>
  `EXISTS (SELECT FROM quayside.matches m WHERE m.match_id = ${matchId} AND NOT ${isFree(String(member))})`;

/** Never waits for a row, so that two processes that claim the same matches cannot block each other. */
const CLAIM = `WITH wanted AS MATERIALIZED (
    SELECT m.id, m.owner FROM quayside.matches m
    WHERE m.match_id = ANY ($1::text[]) AND ${isFree('$2')} AND ($5::boolean OR ${playable('$3')})
    ORDER BY m.id FOR UPDATE SKIP LOCKED
  )
  UPDATE quayside.matches m SET owner = $2,
    interrupted_at = CASE WHEN w.owner <> $2 THEN $4 ELSE m.interrupted_at END
  FROM wanted w
  WHERE m.id = w.id AND EXISTS (SELECT FROM quayside.members WHERE number = $2 AND gone_at IS NULL)
  RETURNING m.match_id, m.interrupted_at, m.first_ref`;

const LOOK = `SELECT m.match_id, ${playable('$2')} AS playable,
    o.number AS owner, o.address AS owner_address, h.number AS heir, h.address AS heir_address
  FROM quayside.matches m
  LEFT JOIN quayside.members o ON o.number = m.owner AND o.gone_at IS NULL
  LEFT JOIN LATERAL (
    SELECT h.number, h.address FROM quayside.members h
    WHERE h.gone_at IS NULL AND h.address IS NOT NULL AND h.number <> $3 AND ${knows('h.rules_json')}
    ORDER BY h.number LIMIT 1
  ) h ON NOT ${playable('$2')}
  WHERE m.match_id = ANY ($1::text[])`;

const RELEASE = 'UPDATE quayside.matches SET owner = NULL WHERE match_id = ANY ($1::text[]) AND owner = $2';

const GIVE = `UPDATE quayside.matches m SET owner = $3, first_ref = $4 FROM quayside.members h
  WHERE m.match_id = $1 AND m.owner = $2 AND h.number = $3 AND h.gone_at IS NULL
    AND (m.status NOT IN ('lobby', 'playing') OR ${knows('h.rules_json')})`;

interface Row {
  readonly match_id: string;
  readonly interrupted_at: number | null;
  readonly first_ref: number | null;
}
const PLAYABLE_ELSEWHERE = `SELECT k->>0 AS game, (k->>1)::integer AS "rulesVersion", k->>2 AS "editionHash"
  FROM quayside.members h, json_array_elements(h.rules_json::json) k
  WHERE h.gone_at IS NULL AND h.address IS NOT NULL AND h.number <> $1`;

interface Looked {
  readonly match_id: string;
  readonly playable: boolean;
  readonly owner: number | null;
  readonly owner_address: string | null;
  readonly heir: number | null;
  readonly heir_address: string | null;
}

export class Claims {
  readonly #context: ClaimsContext;
  readonly #claiming = new Together((matchIds: readonly string[]) => this.#claim(matchIds));
  readonly #claimingUnplayed = new Together((matchIds: readonly string[]) =>
    this.#claim(matchIds, 'unplayed'),
  );
  readonly #looking = new Together((matchIds: readonly string[]) => this.#look(matchIds));
  readonly #releasing = new Together((matchIds: readonly string[]) => this.#release(matchIds));

  constructor(context: ClaimsContext) {
    this.#context = context;
  }

  /** `unplayed`: even if no living process has its rules. A process that has them takes precedence. */
  async claim(matchId: string, how?: 'unplayed'): Promise<Claimed> {
    let claiming = this.#claiming;
    for (let n = 1; n <= TRIES; n++) {
      const claimed = await claiming.ask(matchId);
      if (claimed !== undefined) return claimed;
      const found = await this.#looking.ask(matchId);
      if (found === undefined) return { kind: 'unknown' };
      const peer = this.#peerIn(found);
      if (peer !== undefined) return { kind: 'peer', peer };
      if (!found.playable && found.owner === null) {
        if (how === undefined) return { kind: 'unknown-rules' };
        claiming = this.#claimingUnplayed;
        continue;
      }
      await pause(TRY_AGAIN_MS);
    }
    throw new StoreError('failed', 'another process does not let go of the match');
  }

  /** `undefined`: no owner, or no such match. */
  async ownerOf(matchId: string): Promise<'mine' | Peer | undefined> {
    const found = await this.#looking.ask(matchId);
    if (found === undefined) return undefined;
    return found.owner === this.#context.member ? 'mine' : this.#peerIn(found);
  }

  async release(matchId: string): Promise<void> {
    await this.#releasing.ask(matchId);
  }

  async give(matchId: string, to: Peer, firstRef: number): Promise<boolean> {
    const { ask, member } = this.#context;
    const { rowCount } = await ask(GIVE, [matchId, member, to.number, firstRef]);
    // The answer to a first attempt may have been lost.
    if (rowCount === 0) return (await this.#look([matchId])).get(matchId)?.owner === to.number;
    return true;
  }

  async playableElsewhere(): Promise<readonly PlayedWith[]> {
    const { ask, member } = this.#context;
    return (await ask<PlayedWith & Record<string, unknown>>(PLAYABLE_ELSEWHERE, [member])).rows;
  }

  #peerIn({ owner, owner_address, heir, heir_address }: Looked): Peer | undefined {
    if (owner !== null && owner !== this.#context.member)
      return owner_address === null ? undefined : { number: owner, address: owner_address };
    return heir === null || heir_address === null ? undefined : { number: heir, address: heir_address };
  }

  async #claim(matchIds: readonly string[], how?: 'unplayed'): Promise<Map<string, Claimed>> {
    const { ask, member, rules, now } = this.#context;
    const { rows } = await ask<Row>(CLAIM, [matchIds, member, rules, Math.round(now()), how === 'unplayed']);
    return new Map(
      rows.map(({ match_id, interrupted_at, first_ref }) => [
        match_id,
        { kind: 'mine', interruptedAt: interrupted_at, firstRef: first_ref },
      ]),
    );
  }

  async #look(matchIds: readonly string[]): Promise<Map<string, Looked>> {
    const { ask, member, rules } = this.#context;
    const { rows } = await ask<Looked>(LOOK, [matchIds, rules, member]);
    return new Map(rows.map((row) => [row.match_id, row]));
  }

  async #release(matchIds: readonly string[]): Promise<Map<string, true>> {
    await this.#context.ask(RELEASE, [matchIds, this.#context.member]);
    return new Map();
  }
}

/** Requests made during a statement go into the next one. */
class Together<Answer> {
  readonly #askAll: (keys: readonly string[]) => Promise<ReadonlyMap<string, Answer>>;
  #waiting = new Map<string, PromiseWithResolvers<Answer | undefined>>();
  #isRunning = false;

  constructor(askAll: (keys: readonly string[]) => Promise<ReadonlyMap<string, Answer>>) {
    this.#askAll = askAll;
  }

  ask(key: string): Promise<Answer | undefined> {
    if (this.#waiting.size >= MOST_WAITING)
      return Promise.reject(new StoreError('overloaded', `${MOST_WAITING} claims are waiting already`));
    const waiting = this.#waiting.get(key) ?? Promise.withResolvers<Answer | undefined>();
    this.#waiting.set(key, waiting);
    if (!this.#isRunning) {
      this.#isRunning = true;
      setImmediate(() => void this.#run());
    }
    return waiting.promise;
  }

  async #run(): Promise<void> {
    while (this.#waiting.size > 0) {
      const part = [...this.#waiting].slice(0, MOST);
      for (const [key] of part) this.#waiting.delete(key);
      try {
        const answers = await this.#askAll(part.map(([key]) => key));
        for (const [key, { resolve }] of part) resolve(answers.get(key));
      } catch (fault) {
        for (const [, { reject }] of part) reject(fault);
      }
    }
    this.#isRunning = false;
  }
}
