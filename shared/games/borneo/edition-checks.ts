// What a well-formed edition must also satisfy, so that every game with it can be played to its end.
import { repeated } from '../../kernel/edition.ts';
import { HARBOUR_SLOTS, inPlay, SEATS } from './components.ts';
import type { Edition } from './edition.ts';

const PRINTED = { shipments: 60, harbours: 14, missions: 16 } as const;

/** Reasons to reject the edition; none if it can be played. */
export function* editionProblems(edition: Edition): Generator<string> {
  const { shipments, harbours, missions } = edition;
  yield* repeated(
    'pieces',
    [...shipments, ...harbours, ...missions].map(({ id }) => id),
  );
  for (const kind of ['shipments', 'harbours', 'missions'] as const) {
    const count = edition[kind].length;
    if (!edition.custom && count !== PRINTED[kind])
      yield `${count} ${kind} instead of ${PRINTED[kind]}, and not "custom"`;
  }
  for (let seats = SEATS.min; seats <= SEATS.max; seats++) {
    if (inPlay(harbours, seats).length < HARBOUR_SLOTS)
      yield `fewer than ${HARBOUR_SLOTS} harbours for ${seats} players`;
  }
  const dealt = SEATS.max * edition.constants.startingHand;
  if (shipments.length < dealt) yield `fewer than ${dealt} shipments`;
}
