// What the table shows: the moves of others one after the other at the player's pace, a look ahead, or a look back.
import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { GameTypes } from '../../client/index.ts';
import type { Scene } from '../boards/board.ts';
import type { Choice } from '../choice/choice.ts';
import type { Pace } from '../lib/preferences.ts';
import {
  advanced,
  caughtUp,
  dwellOf,
  EMPTY,
  MOST_WAITING,
  type Queue,
  type Wish,
  withItem,
} from './queue.ts';

/** One sentence of the move being shown. */
interface Telling<G extends GameTypes> {
  readonly version: number;
  readonly event: G['Event'];
}

/** The functions that playback needs. */
interface Stage<G extends GameTypes> {
  /** The position now, whatever is shown. */
  readonly live: ReadonlySignal<Scene<G> | null>;
  readonly choice: Choice<G>;
  readonly pace: ReadonlySignal<Pace>;
  /** Whether the page is hidden: then nothing is played. */
  readonly isHidden: ReadonlySignal<boolean>;
  /** Positions of the past, in order. */
  readonly past: (from: number, to: number) => AsyncIterable<Scene<G>>;
  /** How the sentence about an event is to be shown, if there is one. */
  readonly wishOf: (event: G['Event']) => Wish;
  readonly wait: (ms: number, work: () => void) => () => void;
}

export class Playback<G extends GameTypes> {
  readonly #stage: Stage<G>;
  readonly #queue = signal<Queue<Scene<G>>>(EMPTY);
  readonly #telling = signal<Telling<G> | null>(null);
  readonly #isTelling = signal(false);
  readonly #isAway = signal(false);
  readonly #past = signal<Scene<G> | null>(null);
  /** The newest version that was seen live or is being fetched. */
  #newest: number;
  #fetching = 0;
  #untold: readonly Telling<G>[] = [];
  /** For how long sentences have been shown since the player was asked, or since the present was shown. */
  #spent = 0;
  #asked: number | null = null;
  /** How long the current sentence is shown: the question may have come meanwhile. */
  #dwell = 0;
  #cancel: (() => void) | undefined;
  #stop: (() => void)[] = [];
  /** Counts requests to look back, which may overtake each other. */
  #looks = 0;

  /** How many moves have yet to be shown. */
  readonly behind: ReadonlySignal<number> = computed(() => this.#queue.value.waiting.length);
  /** Whether those are moves that were missed. */
  readonly isAway: ReadonlySignal<boolean> = this.#isAway;
  /** The latest version shown by playback, whatever is looked at. */
  readonly told: ReadonlySignal<number> = computed(() => this.#queue.value.shown?.version ?? -1);
  readonly telling: ReadonlySignal<Telling<G> | null> = this.#telling;
  /** Whether its time has not passed yet. */
  readonly isTelling: ReadonlySignal<boolean> = this.#isTelling;
  readonly isLookingBack: ReadonlySignal<boolean> = computed(() => this.#past.value !== null);
  readonly scene: ReadonlySignal<Scene<G> | null> = computed(() => this.#scene());
  /** Whether the position is shown in which the open decision is answered. */
  readonly isNow: ReadonlySignal<boolean> = computed(
    () => this.#past.value === null && this.behind.value === 0,
  );

  /** `seen`: the last version that was shown at an earlier visit. */
  constructor(stage: Stage<G>, seen: number | null) {
    this.#stage = stage;
    this.#newest = seen ?? -1;
    const isReturn = seen !== null;
    this.#stop = [
      effect(() => {
        const { value } = stage.live;
        if (value !== null) untracked(() => this.#arrive(value, isReturn));
      }),
      effect(() => {
        if (!stage.choice.isEmpty.value) untracked(() => this.toNow());
      }),
      effect(() => {
        if (!stage.isHidden.value) untracked(() => this.#play());
      }),
    ];
  }

  /** Leaves out what has not been shown yet. */
  toNow(): void {
    this.#hush();
    batch(() => {
      this.#looks++;
      this.#past.value = null;
      this.#isAway.value = false;
      const { shown, waiting } = this.#queue.peek();
      this.#queue.value = caughtUp(this.#queue.peek());
      this.#untold = [];
      this.#isTelling.value = false;
      this.#sayLast(shown === null ? waiting : [shown, ...waiting]);
    });
  }

  /** The last thing worth a sentence in these moves. */
  #sayLast(moves: readonly Scene<G>[]): void {
    const last = moves.flatMap((move) => this.#toldOf(move)).at(-1);
    if (last !== undefined) this.#telling.value = last;
  }

  /** Shows a past position; false if it cannot be loaded. */
  async lookAt(version: number): Promise<boolean> {
    const look = ++this.#looks;
    for await (const scene of this.#stage.past(version, version)) {
      if (look === this.#looks) this.#past.value = scene;
      return true;
    }
    return false;
  }

  close(): void {
    this.#hush();
    for (const stop of this.#stop.splice(0)) stop();
  }

  #arrive(scene: Scene<G>, isReturn: boolean): void {
    if (scene.version < this.#newest) {
      this.#goBack(scene);
      return;
    }
    const { shown, waiting } = this.#queue.peek();
    if (shown !== null && scene.version === shown.version && waiting.length === 0) {
      // Its events arrived later.
      this.#queue.value = { shown: scene, waiting };
      this.#sayLast([scene]);
      return;
    }
    const from = Math.max(this.#newest + 1, scene.version - MOST_WAITING, 0);
    const isMissed = scene.version > from && (shown !== null || isReturn);
    this.#newest = Math.max(this.#newest, scene.version);
    if (shown === null && !isMissed && this.#fetching === 0)
      this.#queue.value = { shown: scene, waiting: [] };
    else {
      this.#queue.value = withItem(this.#queue.peek(), scene);
      // The first one is the starting position.
      if (isMissed) void this.#fetch(shown === null ? Math.max(0, from - 1) : from, scene.version - 1);
    }
    // A player who has started a choice need not wait for earlier moves; one who has sent it is told its outcome.
    if (this.#stage.choice.isEmpty.peek() || this.#stage.choice.isSending.peek()) this.#play();
    else this.toNow();
  }

  /** The table was set back: later positions do not exist any more. */
  #goBack(scene: Scene<G>): void {
    this.#hush();
    batch(() => {
      this.#newest = scene.version;
      this.#queue.value = { shown: scene, waiting: [] };
      this.#untold = [];
      this.#telling.value = null;
      this.#isTelling.value = false;
      if ((this.#past.peek()?.version ?? 0) > scene.version) this.#past.value = null;
    });
  }

  /** Missed moves are played too, or left out if they cannot be loaded. */
  async #fetch(from: number, to: number): Promise<void> {
    this.#fetching++;
    this.#isAway.value = true;
    try {
      for await (const scene of this.#stage.past(from, to)) {
        if (scene.version > this.#newest) break;
        if (this.#queue.peek().shown === null) this.#queue.value = { ...this.#queue.peek(), shown: scene };
        else this.#queue.value = withItem(this.#queue.peek(), scene);
        this.#play();
      }
    } finally {
      this.#fetching--;
      this.#play();
    }
  }

  #play(): void {
    if (this.#cancel !== undefined || this.#stage.isHidden.peek() || this.#past.peek() !== null) return;
    const [telling, ...rest] = this.#untold;
    if (telling !== undefined) {
      this.#untold = rest;
      this.#tell(telling, rest);
      return;
    }
    const before = this.#queue.peek();
    const after = advanced(before, this.#fetching === 0);
    if (after === before) {
      this.#isTelling.value = false;
      this.#spent = 0;
      this.#dwell = 0;
      if (before.waiting.length === 0 && this.#fetching === 0) this.#isAway.value = false;
      return;
    }
    batch(() => {
      this.#queue.value = after;
      this.#untold = this.#toldOf(after.shown);
    });
    this.#play();
  }

  #tell(telling: Telling<G>, rest: readonly Telling<G>[]): void {
    const waiting = this.#queue.peek().waiting.flatMap((move) => this.#toldOf(move));
    const wishes = [telling, ...rest, ...waiting].map(({ event }) => this.#stage.wishOf(event));
    const asked = this.#stage.choice.decision.peek()?.id ?? null;
    if (asked !== this.#asked) this.#spent = asked === null ? 0 : this.#dwell;
    this.#asked = asked;
    const pace = this.#stage.pace.peek();
    const dwell = dwellOf(pace, { wishes, isAsked: asked !== null, spent: this.#spent });
    if (dwell === 0 && pace !== 'instant') {
      this.#play();
      return;
    }
    this.#dwell = dwell;
    this.#spent += dwell;
    this.#telling.value = telling;
    this.#isTelling.value = true;
    this.#cancel = this.#stage.wait(dwell, () => {
      this.#cancel = undefined;
      this.#play();
    });
  }

  /** What is worth a sentence over the board. */
  #toldOf(move: Scene<G> | null): readonly Telling<G>[] {
    const { version, events } = move ?? { version: 0, events: [] };
    return events
      .filter((event) => this.#stage.wishOf(event).ms > 0)
      .map((event): Telling<G> => ({ version, event }));
  }

  #hush(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #scene(): Scene<G> | null {
    if (this.#past.value !== null) return this.#past.value;
    const { shown, waiting } = this.#queue.value;
    if (shown === null) return null;
    if (waiting.length > 0) return shown.time === 'past' ? shown : { ...shown, time: 'past' };
    const { value: outlook } = this.#stage.choice.outlook;
    if (outlook.state === 'foreseen') {
      const { version, view, seatView, events } = outlook.preview;
      return { version, view, own: seatView, events, time: 'foreseen' };
    }
    return shown.time === 'now' ? shown : { ...shown, time: 'now' };
  }
}
