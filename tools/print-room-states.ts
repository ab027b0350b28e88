// Writes the classes of the synchronized state, docs/schemas/<game>.state.ts, and their types, client/room-states.ts;
// `--check` only reports whether they are up to date.
import { shelve } from '../server/process/shelf.ts';
import { families } from '../shared/games/index.ts';
import { printFiles } from './document.ts';
import { classTexts, stateClassesOf, typeTexts } from './room-classes.ts';

const games = families.map((family) => {
  const { game } = shelve(family, family.builtIn);
  return [game.id, stateClassesOf(game)] as const;
});
printFiles({
  ...Object.fromEntries(
    games.map(([id, classes]) => [`docs/schemas/${id}.state.ts`, classTexts(id, classes)]),
  ),
  'client/room-states.ts': typeTexts(games),
});
