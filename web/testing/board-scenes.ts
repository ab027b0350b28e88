// The board of every game in the midst of a match, and the sizes it is looked at in.
import type { GameId } from '../../client/index.ts';
import type { Running } from '../../server/testing/start.ts';
import { layScene } from './scenes.ts';

export const SIZES = [
  [1920, 1080],
  [1440, 900],
  [820, 1180],
  [390, 844],
  [360, 740],
  [844, 390],
] as const;

export interface Drawn {
  readonly game: GameId;
  /** A command that can be sent in the position looked at. */
  readonly type: string;
  readonly drawing: string;
  /** In percent at each size; never less than 55 where it is wide, and 45 on a phone. */
  readonly least: readonly number[];
}

export const BOARDS: readonly Drawn[] = [
  { game: 'borneo', type: 'play-shipment', drawing: '.bor-board', least: [61, 60, 62, 56, 51, 59] },
  { game: 'dockers', type: 'play-relation', drawing: '.doc-board', least: [61, 60, 62, 56, 51, 59] },
  { game: 'rotterdam', type: 'choose-colour', drawing: '.rot-water', least: [57, 55, 55, 49, 45, 52] },
  { game: 'cabo-da-roca', type: 'advance', drawing: '.cab-window', least: [58, 56, 58, 51, 45, 53] },
];

/** Of a board that is drawn. */
export const A_PIECE = '.table-board .piece:visible';

const NAME = 'Moussaillon';

/** Where it is, and what the browser of its player remembers. */
export async function boardScene(running: Running, { game, type }: Drawn) {
  const { id, token } = await layScene(running, { game, type, seats: 4, from: 40, name: NAME });
  return { path: `/table/${id}`, remembered: { token, name: NAME, guides: false } };
}

/** Runs in the page: the percentage of the window in which a part of the board is seen. */
export function shareOf(selector: string): number {
  const drawing = document.querySelector(selector);
  if (drawing === null) throw new Error(`there is no ${selector}`);
  let { left, right, top, bottom } = drawing.getBoundingClientRect();
  const within = (box: { left: number; right: number; top: number; bottom: number }) => {
    left = Math.max(left, box.left);
    right = Math.min(right, box.right);
    top = Math.max(top, box.top);
    bottom = Math.min(bottom, box.bottom);
  };
  for (let one = drawing.parentElement; one !== null; one = one.parentElement)
    if (getComputedStyle(one).overflowY !== 'visible') within(one.getBoundingClientRect());
  within({ left: 0, right: innerWidth, top: 0, bottom: innerHeight });
  return (100 * Math.max(0, right - left) * Math.max(0, bottom - top)) / (innerWidth * innerHeight);
}
