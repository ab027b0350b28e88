// The contract catches previews that show too much, too little or something wrong.
import { expect, test } from '@jest/globals';
import { builtInOf } from '../kernel/built-in.ts';
import type { Game, Preview, Shape } from '../kernel/game.ts';
import { foresightFindings } from './foresight.ts';
import { openPreview } from './open-preview.ts';
import { begin, playSteps, randomCommand, seedOf } from './play.ts';
import { families } from './registry.ts';
import { salvage } from './salvage/index.ts';

/** A mistake may take some moves to show. */
const MOVES = 60;

type Mistake = (game: Game) => Game['preview'];

/** Changes the previews of all allowed commands. */
function foretelling(change: (preview: Preview<Shape>) => Preview<Shape>): Mistake {
  return (game) =>
    (...asked) => {
      const preview = game.preview(...asked);
      return preview.ok ? change(preview) : preview;
    };
}

const MISTAKES: readonly [string, Mistake][] = [
  ['goes on with what it imagines', (game) => openPreview(() => game)],
  ['calls everything complete', foretelling((preview) => ({ ...preview, stop: null }))],
  [
    'shows the public view of before',
    (game) => (all, own, seat, command, seed) => {
      const preview = game.preview(all, own, seat, command, seed);
      return preview.ok ? { ...preview, all: { ...all, version: preview.all.version } } : preview;
    },
  ],
  ['shows a view that does not fit', foretelling((preview) => ({ ...preview, own: { cards: 3 } }))],
  [
    'counts no version',
    (game) => (all, own, seat, command, seed) => {
      const preview = game.preview(all, own, seat, command, seed);
      return preview.ok ? { ...preview, all: { ...preview.all, version: all.version } } : preview;
    },
  ],
  [
    'foretells an event that does not come',
    foretelling((preview) => ({ ...preview, events: [{ type: 'sky-fallen' }, ...preview.events] })),
  ],
  [
    'leaves out the last event',
    foretelling((preview) => ({ ...preview, events: preview.events.slice(0, -1) })),
  ],
  [
    'refuses with a code of its own',
    (game) =>
      (...asked) => {
        const preview = game.preview(...asked);
        return preview.ok ? preview : { ...preview, code: 'wrong-phase', detail: 'not now' };
      },
  ],
  [
    'allows everything',
    (game) => (all, own, seat, command, seed) => {
      const preview = game.preview(all, own, seat, command, seed);
      return preview.ok ? preview : { ok: true, stop: null, all, own, events: [] };
    },
  ],
];

function* firstOf<Item>(items: Iterable<Item>): Generator<Item> {
  let left = MOVES;
  for (const item of items) {
    if (left-- === 0) return;
    yield item;
  }
}

function firstFinding(game: Game): string | undefined {
  const seats = game.seats.min;
  const { state } = begin(game, seats, seedOf(1));
  const steps = playSteps(game, state, seedOf(2), () => randomCommand);
  const [found] = foresightFindings(game, firstOf(steps), {
    seats,
    n: 1,
    tally: { complete: 0, stopped: 0 },
  });
  return found;
}

const games = [...families.filter(({ id }) => id !== salvage.id), salvage].map((family) =>
  builtInOf(family),
) as readonly Game[];

test.each(games.map((game) => [game.id, game] as const))('previews of %s come true', (_id, game) => {
  expect(firstFinding(game)).toBeUndefined();
});

test.each(
  games.flatMap((game) => MISTAKES.map(([what, mistake]) => [game.id, what, mistake, game] as const)),
)('a preview of %s that %s is found', (_id, _what, mistake, game) => {
  expect(firstFinding({ ...game, preview: mistake(game) })).toBeDefined();
});
