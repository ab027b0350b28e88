// Writes the classes of the synchronized state, docs/schemas/*.state.ts, and their types, client/room-states.ts;
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
    Object.entries(classTexts(games)).map(([file, text]) => [`docs/schemas/${file}`, text]),
  ),
  'client/room-states.ts': typeTexts(games),
});
