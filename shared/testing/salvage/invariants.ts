// Invariants: every piece exists exactly once, and the state is consistent.

import { openDecisionOf } from '../../kernel/decisions.ts';
import { reveal } from '../../kernel/reveal.ts';
import type { Reading } from './play.ts';
import { handOf, sentBy } from './state.ts';

export function violations(reading: Reading): string[] {
  return [...lostPieces(reading), ...wrongQuestions(reading)];
}

function* lostPieces({ components, state }: Reading): Generator<string> {
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
  yield* differences(tugs, [...components.tugs.keys()]);
  yield* differences(wrecks, [...components.wrecks.keys()]);
}

function* differences(found: readonly string[], expected: readonly string[]): Generator<string> {
  const left = new Set(expected);
  for (const id of found) if (!left.delete(id)) yield `${id} is there twice, or not part of the game`;
  for (const id of left) yield `${id} is lost`;
}

function* wrongQuestions({ state }: Reading): Generator<string> {
  const { phase, round, options, players, inSight } = state.shown;
  if (round > options.rounds) yield 'a round too many';
  if (phase === 'bid' && inSight.length === 0) yield 'a round without a wreck';
  for (const { seat } of players) {
    const isAsked = openDecisionOf(state, seat) !== undefined;
    const hasSent = sentBy(state, seat) !== null;
    if (phase === 'bid' && isAsked === hasSent) yield `seat ${seat} is asked, and has sent a tug, or neither`;
    if (isAsked && handOf(state, seat).length === 0) yield `seat ${seat} is asked for a tug and has none`;
  }
}
