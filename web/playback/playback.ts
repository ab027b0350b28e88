// What the table shows: the moves of others one after the other at the player's pace, a look ahead, or a look back.
import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { GameTypes } from '../../client/index.ts';
import type { Scene } from '../boards/board.ts';
import type { Choice } from '../choice/choice.ts';
import type { Pace } from '../lib/preferences.ts';
import { advanced, caughtUp, dwellOf, EMPTY, MOST_WAITING, type Queue, withItem } from './queue.ts';

/** One sentence of the move being shown. */
export interface Telling<G extends GameTypes> {
  readonly version: number;
  readonly event: G['Event'];
}

/** The functions that playback needs. */
export interface Stage<G extends GameTypes> {
  /** The position now, whatever is shown. */
  readonly live: ReadonlySignal<Scene<G> | null>;
  readonly choice: Choice<G>;
  readonly pace: ReadonlySignal<Pace>;
  /** Whether the page is hidden: then nothing is played. */
  readonly isHidden: ReadonlySignal<boolean>;
  /** Positions of the past, in order. */
  readonly past: (from: number, to: number) => AsyncIterable<Scene<G>>;
  /** The length of the sentence about an event; 0 if there is none. */
  readonly lettersOf: (event: G['Event']) => number;
  readonly wait: (ms: number, work: () => void) => () => void;
}

export class Playback<G extends GameTypes> {
  readonly #stage: Stage<G>;
  readonly #queue = signal<Queue<Scene<G>>>(EMPTY);
  readonly #telling = signal<Telling<G> | null>(null);
  readonly #isAway = signal(false);
  readonly #past = signal<Scene<G> | null>(null);
  /** The newest version that was seen live or is being fetched. */
  #newest: number;
  #fetching = 0;
  #untold: readonly G['Event'][] = [];
  /** Sentences of the move that is shown. */
  #sentences = 0;
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
      this.#queue.value = caughtUp(this.#queue.peek());
      this.#untold = [];
      this.#sayLast();
    });
  }

  #sayLast(): void {
    const { shown } = this.#queue.peek();
    const last = this.#toldOf(shown).at(-1);
    if (shown !== null && last !== undefined) this.#telling.value = { version: shown.version, event: last };
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
    const { shown, waiting } = this.#queue.peek();
    if (shown !== null && scene.version === shown.version && waiting.length === 0) {
      // Its events arrived later.
      this.#queue.value = { shown: scene, waiting };
      this.#sayLast();
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
    // A player who has started a choice need not wait for earlier moves.
    if (this.#stage.choice.isEmpty.peek()) this.#play();
    else this.toNow();
  }

  /** Missed moves are played too, or left out if they cannot be loaded. */
  async #fetch(from: number, to: number): Promise<void> {
    this.#fetching++;
    this.#isAway.value = true;
    try {
      for await (const scene of this.#stage.past(from, to)) {
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
    const [event, ...rest] = this.#untold;
    if (event !== undefined) {
      this.#untold = rest;
      this.#tell(event);
      return;
    }
    const before = this.#queue.peek();
    const after = advanced(before, this.#fetching === 0);
    if (after === before) {
      if (before.waiting.length === 0 && this.#fetching === 0) this.#isAway.value = false;
      return;
    }
    batch(() => {
      this.#queue.value = after;
      this.#untold = this.#toldOf(after.shown);
      this.#sentences = this.#untold.length;
    });
    this.#play();
  }

  #tell(event: G['Event']): void {
    const { shown, waiting } = this.#queue.peek();
    this.#telling.value = { version: shown?.version ?? 0, event };
    const told = {
      letters: this.#stage.lettersOf(event),
      sentences: this.#sentences,
      waiting: waiting.length,
      isAsked: this.#stage.choice.decision.peek() !== null,
    };
    this.#cancel = this.#stage.wait(dwellOf(this.#stage.pace.peek(), told), () => {
      this.#cancel = undefined;
      this.#play();
    });
  }

  #toldOf(scene: Scene<G> | null): readonly G['Event'][] {
    return (scene?.events ?? []).filter((event) => this.#stage.lettersOf(event) > 0);
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
