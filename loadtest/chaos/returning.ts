// A match between bots with one seat held by the bare SDK, which reconnects by itself and keeps the state that it knows.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Game } from '../../shared/kernel/game.ts';
import type { Sighting } from '../crash/table.ts';
import { digestOf } from '../crash/table.ts';
import { abandon, clientFor, type Room } from '../sdk.ts';
import { publicViewOf, seatViewOf, type WireState } from '../wire-view.ts';

const AGAIN_MS = 300;
/** One in this many views is kept. */
const KEEP_SIGHT = 4;

interface ReturningOrder {
  readonly url: string;
  readonly game: Game;
  newToken(): Promise<string>;
}

/** What was seen of one match. */
export interface SeenMatch {
  readonly matchId: string;
  readonly game: Game;
  readonly sightings: readonly Sighting[];
}

export class Returning {
  readonly #order: ReturningOrder;
  readonly #seen: SeenMatch[] = [];
  #room: Room | undefined;
  #leave: () => void = () => undefined;
  #isOver = false;
  /** How often the SDK came back by itself, and how often it gave up and joined anew. */
  readonly counts = { returned: 0, joinedAgain: 0 };

  constructor(order: ReturningOrder) {
    this.#order = order;
  }

  get seen(): readonly SeenMatch[] {
    return this.#seen;
  }

  /** One match after the other until `end`. */
  async run(): Promise<void> {
    while (!this.#isOver) {
      try {
        await this.#playOne();
      } catch {
        // Its server failed before it had begun, or refused what it may; there is another match, later.
        await sleep(AGAIN_MS);
      }
    }
  }

  end(): void {
    this.#isOver = true;
    this.#leave();
    if (this.#room === undefined) return;
    this.#room.reconnection.enabled = false;
    abandon(this.#room);
  }

  async #playOne(): Promise<void> {
    const { url, game } = this.#order;
    const { max } = game.seats;
    const client = clientFor(url, await this.#order.newToken());
    const sightings: Sighting[] = [];
    const opened = await client.create(game.id, { seats: max, bots: max - 1, clock: 'none' });
    const { roomId: matchId } = opened;
    this.#seen.push({ matchId, game, sightings });
    let ended = this.#listen(opened, sightings);
    await opened.request('start');
    await opened.request('hand-over', { playing: false });
    while (!this.#isOver && (await ended) === 'lost') {
      this.counts.joinedAgain += 1;
      ended = this.#listen(await this.#joinAgain(client, matchId), sightings);
    }
  }

  async #joinAgain(client: ReturnType<typeof clientFor>, matchId: string): Promise<Room> {
    for (;;) {
      try {
        return await client.joinById(matchId);
      } catch (error) {
        if (this.#isOver) throw error;
        await sleep(AGAIN_MS);
      }
    }
  }

  /** Resolves when the match is over, or the SDK has given up. */
  #listen(room: Room, sightings: Sighting[]): Promise<'over' | 'lost'> {
    this.#room = room;
    const { game } = this.#order;
    // Otherwise it does not try in the first seconds.
    room.reconnection.minUptime = 0;
    let returned = false;
    let news = 0;
    room.onReconnect(() => {
      this.counts.returned += 1;
      returned = true;
    });
    return new Promise((resolve) => {
      this.#leave = () => resolve('over');
      room.onMessage('*', (type: string | number) => {
        if (type !== 'news' || (news++ % KEEP_SIGHT > 0 && !returned)) return;
        sightings.push({ ...sightOf(game, room), returned });
        returned = false;
      });
      room.onStateChange(({ table }: { table?: { status?: unknown } }) => {
        if (table?.status !== 'finished') return;
        resolve('over');
        room.removeAllListeners();
        void room.leave();
      });
      room.onLeave(() => resolve('lost'));
    });
  }
}

/** A state that cannot be read is none of the match's. */
function sightOf(game: Game, { state }: Room): Omit<Sighting, 'returned'> {
  const { version } = state as { version: number };
  try {
    // Objects that were mixed up may contain each other.
    const raw = (state as { toJSON(): WireState }).toJSON();
    const own = digestOf(seatViewOf(game, raw, 0));
    return { seat: 0, version, view: digestOf(publicViewOf(game, raw)), own };
  } catch (error) {
    return { seat: 0, version, view: String(error), own: '' };
  }
}
