// What a game draws at its table: the board, one's own things, and what each seat owns.
import { useComputed } from '@preact/signals';
import type { BoardProps, Scene } from '../boards/board.ts';
import { currentLanguage } from '../lib/language.ts';
import type { Entered, SomeGame } from './entry.ts';
import { say } from './texts.ts';

interface DrawnProps {
  readonly place: Entered;
  readonly part: 'Board' | 'Own';
}

export function Drawn({ place, part }: DrawnProps) {
  const first = useFirst(place);
  return first === null ? (
    <p class="table-wait">{say('loading')}</p>
  ) : (
    <DrawnPart place={place} part={part} first={first} />
  );
}

interface OfSeat {
  readonly place: Entered;
  readonly seat: number;
}

/** Nothing where the game's board has nothing to draw there. */
export function DrawnSeat({ place, seat }: OfSeat) {
  const first = useFirst(place);
  return first === null ? null : <SeatThere place={place} seat={seat} first={first} />;
}

/** Null until there is a position. */
function useFirst({ playback }: Entered): Scene<SomeGame> | null {
  const isThere = useComputed(() => playback.scene.value !== null);
  return isThere.value ? playback.scene.peek() : null;
}

interface There {
  readonly first: Scene<SomeGame>;
}

function DrawnPart({ place, part, first }: DrawnProps & There) {
  const props = useBoardProps(place, first);
  const Part = place.board?.[part];
  return Part === undefined ? null : <Part {...props} />;
}

function SeatThere({ place, seat, first }: OfSeat & There) {
  const props = useBoardProps(place, first);
  const Seat = place.board?.Seat;
  return Seat === undefined ? null : <Seat {...props} of={seat} />;
}

function useBoardProps(place: Entered, first: Scene<SomeGame>): BoardProps<SomeGame> {
  const { live, playback, pointing, catalogue, teller } = place;
  const scene = useComputed(() => playback.scene.value ?? first);
  const { value: seat } = live.seat;
  return {
    scene,
    table: live.facts,
    seat,
    catalogue,
    teller,
    language: currentLanguage.value,
    choice: seat !== null && playback.isNow.value ? live.choice : null,
    lit: pointing.lit,
    litSeats: pointing.litSeats,
  };
}
