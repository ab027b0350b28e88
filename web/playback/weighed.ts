// What a game's events weigh for one player, and what they give and take.
import type { Names } from '../../client/index.ts';
import { type Gain, USUAL_WEIGHT } from '../boards/board.ts';
import type { Furniture, SomeGame } from '../boards/furnish.ts';
import { ownersIn } from '../wording/wording.ts';
import { type Wish, wishOf } from './queue.ts';

type Event = SomeGame['Event'];

/** What the game's events gave and took; those without an amount are left out. */
export function gainsOf({ board, catalogue }: Pick<Furniture, 'board' | 'catalogue'>) {
  const owners = ownersIn(catalogue);
  const assets = { catalogue, ownerOf: (id: string) => owners.get(id) };
  return (events: readonly Event[]): readonly Gain[] =>
    (board?.weighing?.gains(events, assets) ?? []).filter(({ amount }) => amount !== 0);
}

interface Viewer {
  readonly seat: number | null;
  readonly names: Names;
}

/** Remembered: the same events are asked about until they have been shown. */
export function wishesOf(
  { teller, board, catalogue }: Pick<Furniture, 'teller' | 'board' | 'catalogue'>,
  table: Viewer,
) {
  const known = new WeakMap<object, Wish>();
  const gainsIn = gainsOf({ board, catalogue });
  return (event: Event): Wish => {
    const before = known.get(event);
    if (before !== undefined) return before;
    // What the player gains or loses always has its time.
    const isMine = gainsIn([event]).some(({ seat }) => seat === table.seat);
    const weight = isMine ? 'long' : (board?.weighing?.weights[event.type] ?? USUAL_WEIGHT);
    const wish = wishOf(weight, teller.sentence(event, table.names)?.length ?? 0);
    known.set(event, wish);
    return wish;
  };
}
