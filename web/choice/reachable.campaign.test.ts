// Every legal command of every game can be reached by picks alone, and is then the candidate.
import { expect, test } from '@jest/globals';

import { begin, playSteps, randomCommand, seedOf } from '../../shared/testing/play.ts';
import { testedGames } from '../../shared/testing/registry.ts';
import { isSame, valueAt } from './leaves.ts';
import {
  type Command,
  fits,
  isNothing,
  meant,
  NOTHING,
  type Selection,
  withItem,
  withType,
  withValue,
} from './selection.ts';
import { type Step, stepsOf } from './steps.ts';

const GAMES = 2;
/** Commands tried in a position with many legal ones, evenly spread. */
const TRIED = 5;
const LISTED = 120;
/** More picks than any command needs. */
const MOST_PICKS = 60;

/** Picks what the step offers, if the target has it. */
function picked(commands: readonly Command[], selection: Selection, step: Step, target: Command) {
  const value = valueAt(target, step.path);
  if (step.path === 'type') return withType(commands, selection, target.type);
  const wanted = step.how === 'items' && Array.isArray(value) ? value : [value];
  const option = step.options.find((one) => wanted.some((item) => isSame(one, item)));
  if (option === undefined && !step.options.includes(undefined)) return undefined;
  return step.how === 'items'
    ? withItem(commands, selection, step.path, option)
    : withValue(commands, selection, step.path, option);
}

/** Null: reached; otherwise what went wrong. */
function obstacle(commands: readonly Command[], target: Command): object | null {
  let selection = NOTHING;
  for (let n = 0; n < MOST_PICKS; n++) {
    const steps = stepsOf(commands, selection);
    const next = steps
      .map((step) => picked(commands, selection, step, target))
      .find((one) => one !== undefined);
    if (next === undefined) {
      if (!isNothing(selection) && isSame(meant(commands, selection), target)) return null;
      return { target, steps, meant: meant(commands, selection), values: [...selection.values] };
    }
    if (!fits(target, next)) return { target, lost: [...next.values] };
    selection = next;
  }
  return { target, picks: MOST_PICKS };
}

test.each(testedGames.map(({ id, game }) => [id, game] as const))('%s', (_id, game) => {
  const types = new Set<string>();
  for (let n = 1; n <= GAMES; n++) {
    const seats = n === 1 ? game.seats.min : game.seats.max;
    const { state } = begin(game, seats, seedOf(n));
    for (const { before, seat } of playSteps(game, state, seedOf(n), () => randomCommand)) {
      const commands: Command[] = [];
      for (const command of game.legal(before, seat)) {
        commands.push(command);
        if (commands.length >= LISTED) break;
      }
      const stride = Math.max(1, Math.floor(commands.length / TRIED));
      for (const target of commands.filter((_, index) => index % stride === 0)) {
        types.add(target.type);
        expect(obstacle(commands, target)).toBeNull();
      }
    }
  }
  // Nearly every type came up, so the result is not about a few positions only.
  expect(types.size).toBeGreaterThan(game.commands.length / 2);
});
