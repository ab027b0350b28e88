// Reads an edition file: the components, or the reasons why no game could be played to its end with it.
import { editionParser, repeated } from '../../kernel/edition.ts';
import { byId, compareIds } from '../../kernel/pieces.ts';
import {
  type Card,
  type Company,
  type Components,
  emptyTally,
  HARBOUR_SLOTS,
  type Harbour,
  inPlay,
  type Mission,
  SEATS,
  type Selection,
  type Shipment,
  type Tally,
} from './components.ts';
import { type Edition, editionSchema } from './edition.ts';

export const parseEdition = editionParser(editionSchema, editionProblems, indexed);

function indexed(edition: Edition): Components {
  const shipmentOf = byId(
    edition.shipments.map(({ id, spice, units, rows: [row1, row2] }): Shipment => {
      const flags = [...row1, ...row2];
      return { id, spice, units, flags, row1, row1Tally: tallyOf(row1), tally: tallyOf(flags) };
    }),
  );
  const harbourOf = byId(edition.harbours.map(({ mark: _, ...harbour }): Harbour => harbour));
  const missionOf = byId(edition.missions.map(({ id, vp, need }): Mission => ({ id, vp, need })));
  const laidOut = edition.missions.toSorted((a, b) => a.vp - b.vp || compareIds(a.id, b.id));
  const selections = new Map<number, Selection>();
  for (let seats = SEATS.min; seats <= SEATS.max; seats++) {
    selections.set(seats, {
      harbours: inPlay(edition.harbours, seats),
      missions: inPlay(laidOut, seats),
    });
  }
  return {
    name: edition.edition,
    constants: edition.constants,
    shipmentOf,
    harbourOf,
    missionOf,
    cardOf: new Map<string, Card>([...shipmentOf, ...harbourOf]),
    selections,
  };
}

function tallyOf(flags: readonly Company[]): Tally {
  const tally = emptyTally();
  for (const flag of flags) tally[flag] += 1;
  return tally;
}

const PRINTED = { shipments: 60, harbours: 14, missions: 16 } as const;

/** Reasons to reject the edition; none if it can be played. */
function* editionProblems(edition: Edition): Generator<string> {
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
