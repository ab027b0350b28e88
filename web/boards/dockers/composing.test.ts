// Every play of a relation can be composed by choosing ships and porters on the board.
import { expect, test } from '@jest/globals';
import { dockers } from '../../../shared/games/dockers/index.ts';
import { game } from '../../../shared/games/dockers/testing/scenario.ts';
import { begin, playSteps, randomCommand, seedOf } from '../../../shared/testing/play.ts';
import { Choice } from '../../choice/choice.ts';
import type { Fields } from '../parts/picking.ts';
import { atlasOf, type Dockers, type PlayRelation, type Target } from './pieces.ts';
import { isPlay, type Plan, planOf, porterFields, shipFields } from './plan.ts';

const atlas = atlasOf(dockers.catalogue.of(dockers.builtIn));

class Table {
  readonly choice: Choice<Dockers>;
  readonly plays: readonly PlayRelation[];

  constructor(plays: readonly PlayRelation[]) {
    this.plays = plays;
    this.choice = new Choice<Dockers>({
      legal: () => Promise.resolve({ commands: plays, unasked: [], complete: true }),
      preview: () => new Promise(() => undefined),
      send: () => Promise.resolve(undefined),
    });
  }

  async begin(id: number): Promise<void> {
    await this.choice.ask({ id, seat: 0, kind: 'before-relation', deadline: null });
  }

  plan(relation: string): Plan {
    const card = atlas.relations.get(relation);
    const plan = card && planOf(card, this.plays, this.choice.fitting.value);
    if (plan === undefined) throw new Error(`nothing to plan for ${relation}`);
    return plan;
  }

  choose(fields: Fields | undefined): void {
    if (fields === undefined) throw new Error('that cannot be chosen');
    for (const [path, value] of Object.entries(fields))
      if (!this.choice.isPicked(path, value)) this.choice.pick(path, value);
  }
}

/** The player's choices on the board, one after the other. */
function choicesFor(
  target: Target | null,
  index: number,
  self: number,
): ((plan: Plan) => Fields | undefined)[] {
  switch (target?.type) {
    case undefined:
      return [() => ({ [`effects.${index}`]: null })];
    case 'place':
      return [...new Set(target.quays)].map((quay) => (plan) => shipFields(plan, quay));
    case 'move':
      return [(plan) => porterFields(plan, target.from, self, self), (plan) => shipFields(plan, target.to)];
    case 'swap':
      return [
        (plan) => porterFields(plan, target.ownQuay, self, self),
        (plan) => porterFields(plan, target.otherQuay, target.seat, self),
      ];
    case 'recall':
      return [(plan) => porterFields(plan, target.quay, target.seat, self)];
    case 'trade-goods':
      return [(plan) => shipFields(plan, target.quay)];
  }
}

const isDone = (plan: Plan, index: number) => !plan.isOpen || plan.index > index;

test.each([3, 4])('with %d players', async (seats) => {
  const seen = new Map<string, number>();
  for (let n = 0; n < 2; n++) {
    const { state } = begin(game, seats, seedOf(n));
    for (const { before, seat, command, after } of playSteps(
      game,
      state,
      seedOf(n + 7),
      () => randomCommand,
    )) {
      if (command.type !== 'play-relation' || after.version % 2 === 0) continue;
      const table = new Table([...game.legal(before, seat)].filter(isPlay));
      // The one that was played, and some of the others.
      const wanted = table.plays.filter((play, at) => at % 9 === 0 || play.relation === command.relation);
      for (const [id, play] of wanted.entries()) {
        await table.begin(id);
        table.choice.pickType('play-relation');
        table.choice.pick('relation', play.relation);
        for (const [index, target] of play.effects.entries())
          for (const choose of choicesFor(target, index, seat)) {
            const plan = table.plan(play.relation);
            if (!isDone(plan, index)) table.choose(choose(plan));
          }
        expect(table.choice.candidate.value).toEqual(play);
        for (const target of play.effects) {
          const kind = target?.type ?? 'none';
          seen.set(kind, (seen.get(kind) ?? 0) + 1);
        }
      }
    }
  }
  for (const kind of ['place', 'move', 'swap', 'recall', 'trade-goods', 'none'])
    expect(seen.get(kind)).toBeGreaterThan(5);
});
