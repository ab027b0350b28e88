// Every type of event is shown where it happens on its game's board, or only in words, for a stated reason.
import { expect, test } from '@jest/globals';
import { newsFor } from '../../shared/kernel/journal.ts';
import { begin, playSteps, randomCommand, seedOf } from '../../shared/testing/play.ts';
import { type TestedGame, testedGames } from '../../shared/testing/registry.ts';
import * as borneo from './borneo/trace.ts';
import * as cabo from './cabo-da-roca/trace.ts';
import * as dockers from './dockers/trace.ts';
import * as rotterdam from './rotterdam/trace.ts';

interface Tracing {
  /** Lines, outlined pieces and wrecks that one event leaves on the board. */
  readonly traces: (event: never) => readonly unknown[];
  /** Events shown only in words, with the reason. */
  readonly told: Readonly<Record<string, string>>;
}

const TRACINGS: Readonly<Record<string, Tracing>> = {
  borneo: {
    traces: (event) => [...borneo.tracesOf([event], { distribution: null }), ...borneo.movedIn([event])],
    told: {
      'game-started': 'everything on the board is new',
      'turn-started': 'the phases beside the fight say whose turn it is',
      'mission-skipped': 'nothing moves: the phases go on',
      'company-skipped': 'nothing moves: the phases go on',
      'fight-resolved': 'the fight itself shows its outcome',
      'distribution-ended': 'the next harbour is traced to its place',
      'deck-reshuffled': 'the pile counts its cards',
      'end-triggered': 'the title beside the harbours says so from then on',
      'game-ended': 'the scores take the place of the phases',
    },
  },
  'cabo-da-roca': {
    traces: (event) => [
      ...cabo.tracesOf([event], PIECES),
      ...cabo.movedIn([event]),
      ...cabo.lossesIn([event]),
    ],
    told: {
      'game-started': 'everything on the board is new',
      'game-ended': 'the result takes the place of the board',
      'turn-started': 'the strip above the sea says whose turn it is',
      'turn-ended': 'the strip above the sea says whose turn it is',
      'final-phase-started': 'the strip above the sea says so',
      'stack-blocked': 'the tiles stay in the stack, which counts them',
      'tile-returned': 'it goes back into the stack, which counts it',
      'deck-reshuffled': 'the deck counts its cards',
      'berth-answered': 'the ship that is built shows it, or nothing has changed',
      'ransom-answered': 'what follows shows it: coins, a counter-attack or a wreck',
      'ransom-paid': 'coins are counted beside the names of the players',
      'debt-settled': 'coins are counted beside the names of the players',
      'player-eliminated': 'the place of the player says so from then on',
    },
  },
  dockers: {
    traces: (event) => [...dockers.tracesOf([event]), ...dockers.movedIn([event])],
    told: {
      'game-started': 'everything on the board is new',
      'game-ended': 'the stage says so',
      'round-started': 'the stage says which round it is, and whose turn',
      'round-ended': 'the stage says which round it is, and whose turn',
      'turn-started': 'the stage says which round it is, and whose turn',
      'turn-ended': 'the stage says which round it is, and whose turn',
      'final-round-started': 'the stage says so from then on',
      'target-reached': 'the counter shows who is beyond the mark',
      'relations-taken-back': 'all cards are in the hand again, beside the name too',
      'bid-passed': 'the auction lists who has passed',
      'payer-asked': 'the stage asks who pays',
      'commission-paid': 'the slip of the ship says who paid, and the counter moves',
      'effect-skipped': 'nothing moves',
      'event-pile-reshuffled': 'the pile counts its tiles',
      'goods-pile-refilled': 'the pile counts its tiles',
    },
  },
  rotterdam: {
    traces: (event) => [...rotterdam.tracesOf([event], CHART), ...rotterdam.movedIn([event])],
    told: {
      'game-started': 'everything on the board is new',
      'game-ended': 'the result takes the place of the board',
      'round-started': 'the helm says which round it is, and who is captain',
      'phase-started': 'the helm shows the phases',
      'phase-skipped': 'the helm shows the phases',
      'turn-started': 'the place of the player is marked',
      'turn-ended': 'the place of the player is marked',
      'movement-finished': 'the ships that moved have been traced already',
      'navigation-draw-lost': 'nothing is drawn',
      'navigation-reshuffled': 'the pile counts its cards',
      'products-revealed': 'the cards lie in the row of the trader from then on',
      'trade-closed': 'the slip of the offer says how it ended',
      'trading-stopped': 'the row of the trader says so',
      'trading-resumed': 'the row of the trader says so',
    },
  },
};
/** Wherever a piece was before. */
const PIECES: readonly never[] = [];
/** However the channels lie. */
const CHART = { channels: new Map() };
const MATCHES = 16;
const LONGEST = 900;

/** One of each type, as seen by the seat that may see most. */
function* eventsOf({ game, oracles, rareEvents }: TestedGame): Generator<{ readonly type: string }> {
  for (let n = 1; n <= MATCHES; n++) {
    const seats = n % 2 === 0 ? game.seats.min : game.seats.max;
    const kinds = [{}, ...oracles[0].options(seats)];
    const { state, news } = begin(game, seats, seedOf(n), kinds[n % kinds.length]);
    yield* newsFor(news, 0);
    let left = LONGEST;
    for (const step of playSteps(game, state, seedOf(n), () => randomCommand)) {
      yield* newsFor(step.news, step.seat);
      if (--left === 0) break;
    }
  }
  yield* rareEvents;
}

const drawn = testedGames.filter(({ id }) => Object.hasOwn(TRACINGS, id));

test.each(drawn.map((one) => [one.id, one] as const))('%s', (id, tested) => {
  const { traces, told } = TRACINGS[id] as Tracing;
  const seen = new Map<string, boolean>();
  for (const event of eventsOf(tested))
    if (seen.get(event.type) !== true) seen.set(event.type, traces(event as never).length > 0);
  const of = (isTraced: boolean) => [...seen].filter(([, one]) => one === isTraced).map(([type]) => type);
  // Every type came up.
  expect([...seen.keys()].toSorted()).toEqual([...tested.game.events].toSorted());
  expect(of(false).toSorted()).toEqual(Object.keys(told).toSorted());
});
