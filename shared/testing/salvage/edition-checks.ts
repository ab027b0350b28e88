// What a well-formed edition must also satisfy, so that every game with it can be played to its end.
import { repeated } from '../../kernel/edition.ts';
import type { Edition } from './edition.ts';

/** Reasons to reject the edition; none if it can be played. */
export function* editionProblems({ tugs, wrecks }: Edition): Generator<string> {
  yield* repeated(
    'pieces',
    [...tugs, ...wrecks].map(({ id }) => id),
  );
}
