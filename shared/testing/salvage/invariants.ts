// Invariants that hold in every reachable state.
import { openDecisionOf } from '../../kernel/decisions.ts';
import { differences } from '../../kernel/pieces.ts';
import type { ReadingOf } from '../../kernel/play.ts';
import { reveal } from '../../kernel/reveal.ts';
import { handOf, sentBy, type Types } from './state.ts';

export function violations(reading: ReadingOf<Types>): readonly string[] {
  return [...pieceViolations(reading), ...decisionViolations(reading)];
}

function* pieceViolations({ components, state }: ReadingOf<Types>): Generator<string> {
  const { shown, hidden } = state;
  const seats = shown.players.map(({ seat }) => seat);
  const tugs = [
    ...reveal(hidden.stock),
    ...shown.spent,
    ...seats.flatMap((seat) => [...handOf(state, seat), sentBy(state, seat) ?? []].flat()),
  ];
  const wrecks = [
    ...reveal(hidden.wrecks),
    ...shown.inSight,
    ...shown.players.flatMap(({ salvaged }) => salvaged),
  ];
  yield* differences('tugs', tugs, [...components.tugs.keys()]);
  yield* differences('wrecks', wrecks, [...components.wrecks.keys()]);
}

function* decisionViolations({ state }: ReadingOf<Types>): Generator<string> {
  const { phase, round, options, players, inSight } = state.shown;
  if (round > options.rounds) yield 'a round too many';
  if (phase === 'bid' && inSight.length === 0) yield 'a round without a wreck';
  for (const { seat, hasSent } of players) {
    const isAsked = openDecisionOf(state, seat) !== undefined;
    if (hasSent !== (sentBy(state, seat) !== null)) yield `seat ${seat} has sent a tug, or it has not`;
    if (phase === 'bid' && isAsked === hasSent) yield `seat ${seat} is asked, and has sent a tug, or neither`;
    if (isAsked && handOf(state, seat).length === 0) yield `seat ${seat} is asked for a tug and has none`;
  }
}
