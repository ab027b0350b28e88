// Of plays that differ only in the order of quays, one is offered; where the order has an effect, each is.
import { afterEach, describe, expect, test } from '@jest/globals';
import { dockers } from '../../../shared/games/dockers/index.ts';
import { accepted, game, type Scenario, scenario } from '../../../shared/games/dockers/testing/scenario.ts';
import { begin, playSteps, randomCommand, seedOf } from '../../../shared/testing/play.ts';
import { Choice } from '../../choice/choice.ts';
import { unlike } from '../../choice/selection.ts';
import type { Step } from '../../choice/steps.ts';
import { language } from '../../lib/language.ts';
import { outcomeOf } from './order.ts';
import { atlasOf, type Dockers, type PlayRelation } from './pieces.ts';
import { isPlay, planOf, shipFields } from './plan.ts';
import { tellPick } from './tell-pick.ts';

type Position = Parameters<typeof game.publicView>[0];

const GOVERNOR = 'relation-governor';
const HARBOUR_MASTER = 'relation-harbourmaster';
const atlas = atlasOf(dockers.catalogue.of(dockers.builtIn));

const first = language.peek();
afterEach(() => {
  language.value = first;
});

const roomy = { ship: 'ship-8-1' };
const full = (ship: string) => ({ ship, porters: [0, 2, 0] });

function playsIn(state: Position, seat: number): PlayRelation[] {
  return [...game.legal(state, seat)].filter(isPlay);
}

function told(state: Position, value: unknown, path = 'effects'): string {
  const view = game.publicView(state);
  return (
    tellPick('play-relation', path, value, { seat: (seat) => `P${seat}`, component: String, view }) ?? ''
  );
}

/** What follows from the play: the position, and its words without the order of quays. */
function followUp(state: Position, seat: number, play: PlayRelation): string {
  const outcome = game.apply(state, seat, play);
  if (!outcome.ok) throw new Error(outcome.code);
  const sorted = play.effects.map((target) =>
    target?.type === 'place' ? { ...target, quays: target.quays.toSorted() } : target,
  );
  return JSON.stringify([sorted, outcome.state]);
}

/** The seat's choice, as the page has it. */
async function choiceIn(state: Position): Promise<Choice<Dockers>> {
  const view = game.publicView(state);
  const choice = new Choice<Dockers>({
    legal: () => Promise.resolve({ commands: [...game.legal(state, 0)], unasked: [], complete: true }),
    preview: () => new Promise(() => undefined),
    send: () => Promise.resolve(undefined),
    outcomeOf: (command) => outcomeOf(command, view),
  });
  await choice.ask({ id: 1, seat: 0, kind: 'before-relation', deadline: null });
  return choice;
}

/** All plays of the relation that the options lead to, each with its words. */
async function offeredIn(
  state: Position,
  relation: string,
): Promise<{ play: PlayRelation; words: string }[]> {
  const found: { play: PlayRelation; words: string }[] = [];
  const takes: [Pick<Step, 'path' | 'how'>, unknown][][] = [[]];
  for (let picks = takes.shift(); picks !== undefined; picks = takes.shift()) {
    const choice = await choiceIn(state);
    choice.pickType('play-relation');
    choice.pick('relation', relation);
    for (const [step, option] of picks) choice.take(step, option);
    const [step] = choice.steps.value;
    const { value: candidate } = choice.candidate;
    if (step !== undefined) for (const option of step.options) takes.push([...picks, [step, option]]);
    else if (candidate !== undefined && isPlay(candidate))
      found.push({ play: candidate, words: told(state, candidate.effects) });
    else throw new Error('a dead end');
  }
  return found;
}

describe.each<[string, Scenario['quays'] & object, string, number]>([
  ['three open quays, none fills', { 1: roomy, 2: null }, GOVERNOR, 1],
  ['four open quays, none fills', { 1: roomy }, GOVERNOR, 4],
  ['three open quays, one fills', { 2: null, 3: full('ship-3-1') }, GOVERNOR, 1],
  ['three open quays, two fill', { 1: full('ship-3-1'), 2: null, 3: full('ship-3-2') }, GOVERNOR, 2],
  ['four open quays, two fill', { 1: full('ship-3-1'), 3: full('ship-3-2') }, GOVERNOR, 6],
  ['two neighbours, none fills', { 1: roomy, 3: null, 4: null }, HARBOUR_MASTER, 1],
  ['four open quays, none fills', { 1: roomy }, HARBOUR_MASTER, 3],
  ['two neighbours, both fill', { 1: full('ship-3-1'), 2: full('ship-3-2') }, HARBOUR_MASTER, 4],
])('%s: %j, %s', (_, quays, relation, outcomes) => {
  // A quay stays empty only if no ships are left.
  const isShort = Object.values(quays).includes(null);
  const state = scenario({
    quays,
    hands: { 0: [relation] },
    ...(isShort ? { shipPile: [] } : {}),
  }) as Position;

  test('every outcome is offered once, each in its own words', async () => {
    const offered = await offeredIn(state, relation);
    const plays = playsIn(state, 0);
    const possible = new Set(plays.map((play) => followUp(state, 0, play)));
    expect(possible.size).toBe(outcomes);
    expect(plays.length).toBeGreaterThan(outcomes);
    expect(offered).toHaveLength(outcomes);
    expect(new Set(offered.map(({ play }) => followUp(state, 0, play)))).toEqual(possible);
    expect(new Set(offered.map(({ words }) => words)).size).toBe(outcomes);
  });

  test('every order can still be composed on the board, or the outcome is settled before', async () => {
    const card = atlas.relations.get(relation);
    if (card === undefined) throw new Error('no such card');
    const plays = playsIn(state, 0);
    for (const play of plays) {
      const choice = await choiceIn(state);
      choice.pickType('play-relation');
      choice.pick('relation', relation);
      for (const quay of play.effects.flatMap((target) => (target?.type === 'place' ? target.quays : []))) {
        if (choice.candidate.value !== undefined) break;
        const plan = planOf(card, plays, choice.fitting.value);
        const fields = plan && shipFields(plan, quay);
        if (fields === undefined) throw new Error(`quay ${quay} cannot be chosen`);
        for (const [path, value] of Object.entries(fields)) choice.pick(path, value);
      }
      const { value: candidate } = choice.candidate;
      if (candidate === undefined || !isPlay(candidate)) throw new Error('nothing is meant');
      expect(followUp(state, 0, candidate)).toBe(followUp(state, 0, play));
      expect(choice.isUnambiguous.value).toBe(true);
      accepted(state as ReturnType<typeof scenario>, 0, candidate);
    }
  });
});

test('more outcomes than are listed: quay by quay, and each can be reached', async () => {
  const quays = { 1: full('ship-3-1'), 3: full('ship-3-2'), 4: full('ship-3-3') };
  const state = scenario({ quays, hands: { 0: [GOVERNOR] } }) as Position;
  const choice = await choiceIn(state);
  choice.pickType('play-relation');
  choice.pick('relation', GOVERNOR);
  expect(choice.steps.value).toMatchObject([{ path: 'effects.0.quays.0', options: [1, 2, 3, 4] }]);
  const offered = await offeredIn(state, GOVERNOR);
  const possible = new Set(playsIn(state, 0).map((play) => followUp(state, 0, play)));
  expect(possible.size).toBe(12);
  expect(new Set(offered.map(({ play }) => followUp(state, 0, play)))).toEqual(possible);
  expect(new Set(offered.map(({ words }) => words)).size).toBe(12);
});

test.each([
  ['en', 'a porter first at quay 3, then 1, then 4', 'a porter at each of quays 1, 3 and 4'],
  ['fr', '1 porteur d’abord au quai 3, puis au 1, puis au 4', '1 porteur à chacun des quais 1, 3 et 4'],
] as const)('the order is told where ships fill up, in %s', (wanted, inOrder, unordered) => {
  language.value = wanted;
  const target = { type: 'place', quays: [3, 4, 1] };
  const tight = scenario({ quays: { 1: full('ship-3-1'), 3: full('ship-3-2') } }) as Position;
  expect(told(tight, [target])).toBe(inOrder);
  expect(told(tight, target, 'effects.0')).toBe(inOrder);
  expect(told(tight, [3, 4, 1], 'effects.0.quays')).toBe(inOrder);
  expect(told(scenario({ quays: { 1: roomy } }) as Position, [target])).toBe(unordered);
});

test('in matches: as many are offered as the rules know outcomes', () => {
  let alike = 0;
  for (let n = 0; n < 4; n++) {
    const { state } = begin(game, 3 + (n % 2), seedOf(n));
    for (const { before, seat, command } of playSteps(game, state, seedOf(n + 7), () => randomCommand)) {
      if (command.type !== 'play-relation') continue;
      const view = game.publicView(before);
      for (const relation of [GOVERNOR, HARBOUR_MASTER, command.relation]) {
        const plays = playsIn(before, seat).filter((play) => play.relation === relation);
        const offered = unlike(plays, (play) => outcomeOf(play, view));
        expect(offered).toHaveLength(new Set(plays.map((play) => followUp(before, seat, play))).size);
        expect(new Set(offered.map(({ effects }) => told(before, effects))).size).toBe(offered.length);
        alike += plays.length - offered.length;
      }
    }
  }
  expect(alike).toBeGreaterThan(200);
});
