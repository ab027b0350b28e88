// The referee: which command is judged where, what is legal, what a time-out plays.

import { reject } from '../../kernel/codes.ts';
import { type Decision, openDecisionOf } from '../../kernel/decisions.ts';
import type { Seat } from '../../kernel/seat.ts';
import { type Refusal, refuse, ruleOf } from './codes.ts';
import type { Command } from './commands.ts';
import { type Components, known, type RelationKind } from './components.ts';
import { cloneHarbour } from './harbour.ts';
import { openAuction, passBid, placeBid } from './phases/auction.ts';
import { payersAboard, settleCommission } from './phases/departure.ts';
import { allocateGoods, allocationsOf, defaultAllocation } from './phases/docking.ts';
import { eventPlays, playEvent } from './phases/event.ts';
import { auctionObstacle } from './phases/optional.ts';
import { playRelation } from './phases/relation.ts';
import { defaultTargets, forEachPlay } from './phases/target-list.ts';
import { endTurn } from './phases/turn.ts';
import type { Judged } from './play.ts';
import { at, type Kind, playerAt, type Reading } from './state.ts';

/** The phases in which a command is looked at; in others it is refused as `wrong-phase`. */
const PHASES = {
  'open-auction': ['before-relation', 'after-relation'],
  'place-bid': ['auction-opening', 'auction-bidding'],
  // Two phases with a refusal of their own: `must-open-bid`, `relation-not-played`.
  'pass-bid': ['auction-bidding', 'auction-opening'],
  'play-event': ['before-relation', 'after-relation'],
  'play-relation': ['before-relation', 'after-relation'],
  'settle-commission': ['settling'],
  'allocate-goods': ['allocating'],
  'end-turn': ['after-relation', 'before-relation'],
} as const satisfies Record<Command['type'], readonly Kind[]>;

export function apply(c: Components, state: Reading, seat: Seat, command: Command): Judged {
  const decision = openDecisionOf(state, seat);
  const early = checkTiming(state, decision, command);
  if (early !== undefined) return early;
  switch (command.type) {
    case 'open-auction':
      return openAuction(c, state, seat);
    case 'place-bid':
      return placeBid(c, state, seat, command);
    case 'pass-bid':
      return passBid(c, state, seat);
    case 'play-event':
      return playEvent(c, state, seat, command);
    case 'play-relation':
      return state.turn.relation === null
        ? playRelation(c, state, seat, command)
        : refuse('relation-already-played'); // DOC-4.1
    case 'settle-commission':
      return settleCommission(c, state, seat, command);
    case 'allocate-goods':
      return allocateGoods(c, state, seat, command);
    case 'end-turn':
      return endTurn(c, state, seat);
  }
}

function checkTiming(
  state: Reading,
  decision: Decision<Kind> | undefined,
  command: Command,
): Refusal | undefined {
  if (state.open.length === 0) return reject('game-over', ruleOf('game-over', state));
  if (decision === undefined) return reject('not-your-turn', ruleOf('not-your-turn', state));
  const phases: readonly Kind[] = PHASES[command.type];
  return phases.includes(decision.kind) ? undefined : refuse('wrong-phase');
}

export function* legal(c: Components, state: Reading, seat: Seat): Generator<Command> {
  const decision = openDecisionOf(state, seat);
  switch (decision?.kind) {
    case 'before-relation':
    case 'after-relation':
      if (auctionObstacle(state) === undefined) yield { type: 'open-auction' };
      yield* eventPlays(state, seat);
      if (decision.kind === 'after-relation') yield { type: 'end-turn' };
      else yield* relationPlays(c, state, seat);
      break;
    case 'auction-bidding':
      yield { type: 'pass-bid' };
      yield* bids(state, seat);
      break;
    case 'auction-opening':
      yield* bids(state, seat);
      break;
    case 'settling':
      yield* settlements(state, seat);
      break;
    case 'allocating':
      yield* allocationsOf(state, seat);
  }
}

function* bids(state: Reading, seat: Seat): Generator<Command> {
  const { primes } = playerAt(state, seat);
  for (let amount = 1 + (state.auction?.highBid ?? 0); amount <= primes; amount++) {
    yield { type: 'place-bid', amount };
  }
}

function* settlements(state: Reading, seat: Seat): Generator<Command> {
  const quay = at(state.turn.departQueue, 0);
  yield { type: 'settle-commission', quay, payer: seat };
  for (const payer of payersAboard(state, quay)) yield { type: 'settle-commission', quay, payer };
}

function* relationPlays(c: Components, state: Reading, seat: Seat): Generator<Command> {
  const harbour = cloneHarbour(state);
  for (const relation of playerAt(state, seat).relationsInHand) {
    const plays: Command[] = [];
    forEachPlay({ c, harbour, seat }, relation, (targets) => {
      plays.push({ type: 'play-relation', relation, effects: targets.slice() });
    });
    yield* plays;
  }
}

/** What a time-out plays (DOC-14). */
export function fallback(c: Components, state: Reading, seat: Seat): Command {
  switch (openDecisionOf(state, seat)?.kind) {
    case 'before-relation':
      return defaultRelation(c, state, seat); // DOC-14.2
    case 'after-relation':
      return { type: 'end-turn' }; // DOC-14.3
    case 'auction-opening':
      return { type: 'place-bid', amount: 1 };
    case 'auction-bidding':
      return { type: 'pass-bid' };
    case 'settling':
      return { type: 'settle-commission', quay: at(state.turn.departQueue, 0), payer: seat };
    case 'allocating':
      return defaultAllocation(state, seat); // DOC-14.4
    case undefined:
      throw new Error(`seat ${seat} is not asked anything`);
  }
}

function defaultRelation(c: Components, state: Reading, seat: Seat): Command {
  const relation = cheapest(c, playerAt(state, seat).relationsInHand);
  const effects = defaultTargets({ c, harbour: cloneHarbour(state), seat }, relation);
  return { type: 'play-relation', relation, effects };
}

/** The lowest commission; among equals the first in canonical order. */
function cheapest(c: Components, hand: readonly RelationKind[]): RelationKind {
  const commission = (kind: RelationKind) => known(c.relationOf, kind).commission;
  return hand.reduce((best, kind) => {
    const difference = commission(kind) - commission(best);
    const isEarlier = c.relations.indexOf(kind) < c.relations.indexOf(best);
    return difference < 0 || (difference === 0 && isEarlier) ? kind : best;
  });
}
