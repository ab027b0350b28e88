// The replayed position, as boards draw it.
import { computed, type ReadonlySignal } from '@preact/signals';
import type { BoardProps, Scene } from '../boards/board.ts';
import type { SomeGame } from '../boards/furnish.ts';
import { language } from '../lib/language.ts';
import type { Pointing } from '../news/told.tsx';
import type { Film } from './film.ts';

type Sight = BoardProps<SomeGame>;
type Scenes = ReadonlySignal<Scene<SomeGame>>;

/** The board, and the own area of each seat whose hand this view shows. */
export interface Sights {
  readonly board: Sight;
  readonly hands: readonly Sight[];
}

export function sightsOf({ replay, furniture, table }: Film, pointing: Pointing): Sights {
  const { catalogue, teller } = furniture;
  const rest = { table, catalogue, teller, language: language.value, choice: null, ...pointing };
  const sight = (scene: Scenes, seat: number | null): Sight => ({ ...rest, scene, seat });
  const { value: as } = replay.seenAs;
  const scenes = (seat: number | null): Scenes =>
    computed(() => {
      const scene = sceneOf(replay, seat);
      if (scene === null) throw new Error('no version of the match is here yet');
      return scene;
    });
  const seats = as === 'all' ? table.value.seats.map(({ seat }) => seat) : as === 'spectator' ? [] : [as];
  const own = as === 'all' || as === 'spectator' ? null : as;
  return {
    board: sight(scenes(own), own),
    hands: seats.map((seat) => sight(scenes(seat), seat)),
  };
}

/** Null before the first page, and where a page has no views. */
function sceneOf(replay: Film['replay'], seat: number | null): Scene<SomeGame> | null {
  const { value: past } = replay.shown;
  if (past?.view === undefined) return null;
  const part = past.seats?.find((one) => one.seat === seat);
  const own = seat === null ? null : (part?.seatView ?? past.seatView ?? null);
  const { version, view, events } = past;
  return { version, view, own, events, gone: replay.gone(events), time: 'past' };
}
