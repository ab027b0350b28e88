// Administrators' actions on matches, in memory or only stored.

import type { Berths } from '../berth/berths.ts';
import type { Opening } from '../berth/opening.ts';
import type { MatchRoom } from '../colyseus/match-room.ts';
import type { RoomDeps } from '../ports.ts';
import type { ActionAnswer } from './live-administration.ts';
import { consequencesOf, type MatchAction } from './match-actions.ts';
import type { MatchStore } from './match-store.ts';

/** Of a journal, read at once. */
const ENTRIES = 500;

export class Administration {
  readonly #deps: RoomDeps;
  readonly #berths: Berths<MatchRoom>;
  readonly #opening: Opening;

  constructor(deps: RoomDeps, berths: Berths<MatchRoom>, opening: Opening) {
    this.#deps = deps;
    this.#berths = berths;
    this.#opening = opening;
  }

  async carryOut(matchId: string, action: MatchAction): Promise<ActionAnswer> {
    return await this.#berths.at(matchId).exclusive<ActionAnswer>(
      {
        here: (room) => room.administer(action),
        stored: () => this.#inStore(matchId, action),
        elsewhere: async (owner) => {
          throw await this.#opening.refusalAt(owner, matchId);
        },
      },
      'unplayed',
    );
  }

  async #inStore(matchId: string, action: MatchAction): Promise<ActionAnswer> {
    const { done, ended } = await carryOutInStore(this.#deps, matchId, action);
    if (ended !== undefined) this.#deps.metrics.matchEnded(ended, 'abandoned');
    return done;
  }
}

/** For a match that no process has in memory. `ended`: its game, if this ends the match. */
export async function carryOutInStore(
  { store, now, newId }: Pick<RoomDeps, 'now' | 'newId'> & { readonly store: MatchStore },
  matchId: string,
  action: MatchAction,
): Promise<{ readonly done: ActionAnswer; readonly ended?: string }> {
  const row = await store.load(matchId);
  if (row === undefined) return { done: 'unknown-match' };
  const version = await lastVersion(store, matchId);
  const change = consequencesOf(action, row, { now: now(), version, newId });
  if (change === undefined) return { done: { done: false } };
  if (typeof change === 'string') return { done: change };
  await store.commit(matchId, [], change);
  return { done: { done: true }, ...(change.status === 'abandoned' ? { ended: row.game } : {}) };
}

/** In parts: a journal may have tens of thousands of entries, and play continues beside this. */
async function lastVersion(store: Pick<MatchStore, 'journal'>, matchId: string): Promise<number> {
  for (let after = 0; ; ) {
    const rows = await store.journal(matchId, { after, most: ENTRIES });
    after = rows.at(-1)?.version ?? after;
    if (rows.length < ENTRIES) return after;
  }
}
