// Reads an edition file: the components, or the reasons why no game could be played to its end with it.
import { editionParser, repeated } from '../../kernel/edition.ts';
import type { Components } from './components.ts';
import { type Edition, editionSchema } from './edition.ts';

export const parseEdition = editionParser(editionSchema, editionProblems, indexed);

function indexed({ edition, constants, tugs, wrecks }: Edition): Components {
  return {
    name: edition,
    tugs: new Map(tugs.map((tug) => [tug.id, tug.strength])),
    wrecks: new Map(wrecks.map((wreck) => [wreck.id, wreck.value])),
    startingHand: constants.startingHand,
  };
}

/** Reasons to reject the edition; none if it can be played. */
function* editionProblems({ tugs, wrecks }: Edition): Generator<string> {
  yield* repeated(
    'pieces',
    [...tugs, ...wrecks].map(({ id }) => id),
  );
}
