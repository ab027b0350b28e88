// An open replay: the match, the data to draw it, and its URL, kept up to date.
import { computed, effect, type ReadonlySignal } from '@preact/signals';
import type { TableFacts } from '../../client/index.ts';
import { type Furniture, furnished, type SomeGame } from '../boards/furnish.ts';
import { asReader } from '../lib/player.ts';
import { type Pace, pace } from '../lib/preferences.ts';
import { addressOf, type Screen } from '../lib/screens.ts';
import { Analyst } from './analyst.ts';
import { eyesIn, Replay } from './replay.ts';
import { Scores } from './scores.ts';

export interface Film {
  readonly replay: Replay<SomeGame>;
  readonly scores: Scores;
  readonly analyst: Analyst;
  readonly furniture: Furniture;
  readonly table: ReadonlySignal<TableFacts>;
  close(): void;
}

/** Between two moves while it plays by itself. */
const PAUSE_MS: Readonly<Record<Pace, number>> = { instant: 250, fast: 600, normal: 1400, slow: 2800 };
/** Interval between two requests for the progress of an analysis. */
const ANALYSIS_MS = 1_500;
/** Browsers refuse more than a few changes of the address a second. */
const ADDRESS_MS = 300;

export async function opened(id: string, as: string, version: number | null): Promise<Film> {
  const harbour = await asReader();
  const replay = new Replay<SomeGame>({
    read: (wish) => harbour.past(id, wish),
    pause: () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS[pace.value])),
  });
  await replay.open(eyesIn(as), version);
  const { value: first } = replay.table;
  if (first === null || replay.shown.value === null) throw replay.fault.value;
  const table = computed(() => replay.table.value ?? first);
  const furniture = await furnished(harbour, first);
  const scores = new Scores();
  // Without it the replay lacks a chart.
  if (replay.isOver.value) scores.load((wish) => harbour.past(id, wish)).catch(() => undefined);
  const forget = keepAddress(id, replay);
  const analyst = new Analyst({
    read: () => harbour.analysis(id),
    pause: () => new Promise((resolve) => setTimeout(resolve, ANALYSIS_MS)),
  });
  const close = () => {
    forget();
    analyst.close();
    replay.pause();
    scores.close();
  };
  return { replay, scores, analyst, furniture, table, close };
}

/** The link to a moment; by default the shown one. */
export function momentOf(
  id: string,
  { position, eyes }: Replay<SomeGame>,
  version: number = position.value,
): Screen {
  const as = eyes.value === 'own' ? '' : String(eyes.value);
  return { name: 'replay', id, version, as };
}

function keepAddress(id: string, replay: Replay<SomeGame>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = effect(() => {
    const address = addressOf(momentOf(id, replay));
    clearTimeout(timer);
    // Stepping does not add entries to the browser's history.
    timer = setTimeout(() => history.replaceState(null, '', address), ADDRESS_MS);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}
