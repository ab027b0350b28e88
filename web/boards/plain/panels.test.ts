// Every position of every game can be drawn without knowing the game, and every component that a command names can be
// picked.
import { describe, expect, test } from '@jest/globals';
import { gameSchemas } from '../../../shared/protocol/describe.ts';
import { sentenceBookOf } from '../../../shared/protocol/sentence-book.ts';
import { begin, playSteps, randomCommand, seedOf } from '../../../shared/testing/play.ts';
import { testedGames } from '../../../shared/testing/registry.ts';
import { rowOf } from '../../text-table/outline.ts';
import type { LabelledField } from '../../wording/said.ts';
import { Wording } from '../../wording/wording.ts';
import { panelsOf } from './panels.ts';
import { isNamedIn, waysOf } from './picking.ts';

const common = {
  yes: 'yes',
  no: 'no',
  nothing: '–',
  pair: (name: string, value: string) => `${name}: ${value}`,
};
/** Every so many moves of the first ones. */
const EVERY = 5;
const LONGEST = 120;
const text = (field: string, words: string): LabelledField => ({
  field,
  label: field,
  said: { as: 'text', text: words },
});

test('a number is a pile, a step on a track, or a fact', () => {
  const fields = [text('stockCount', '7'), text('round', '2'), text('wind', '3'), text('phase', 'bid')];
  const drawn = panelsOf(fields, { rounds: 6 }).map(({ as, field }) => `${field}: ${as}`);
  expect(drawn).toEqual(['round: track', 'stockCount: pile', 'wind: fact']);
  // A round after the last is on no track.
  expect(panelsOf([text('round', '7')], { rounds: 6 }).map(({ as }) => as)).toEqual(['fact']);
});

test('a component is picked where a command names it', () => {
  const commands = [
    { type: 'sell', decision: 3, goods: ['rum', 'silk'] },
    { type: 'load', decision: 3, ship: 'barge', trade: { card: 'king' } },
  ];
  const ways = waysOf(commands);
  expect(ways.get('silk')).toEqual({ path: 'goods', how: 'items' });
  expect(ways.get('king')).toEqual({ path: 'trade.card', how: 'one' });
  expect(ways.has('load')).toBe(false);
  expect(commands.map((command) => isNamedIn(command, 'rum'))).toEqual([true, false]);
});

interface Box {
  readonly components: Readonly<Record<string, readonly { readonly id: string }[]>>;
}

describe.each(testedGames)('$id', ({ family, game }) => {
  const catalogue = family.catalogue.of(family.builtIn) as object as Box;
  const ids = new Set(Object.values(catalogue.components).flatMap((pieces) => pieces.map(({ id }) => id)));
  const { max } = game.seats;
  const book = sentenceBookOf(family, 'en', family.builtIn);
  const wording = new Wording({
    book,
    schemas: gameSchemas(game, family.catalogue) as never,
    catalogue,
    names: ['Ada', 'Bertil', 'Chloé', 'Dmitri', 'Eilidh'].slice(0, max),
    common,
  });

  test('of every position something is drawn, and every card is something of the game', () => {
    const strange = new Set<string>();
    let panels = 0;
    let n = 0;
    const { state } = begin(game, max, seedOf(4));
    for (const { before, seat } of playSteps(game, state, seedOf(4), () => randomCommand)) {
      if (++n > LONGEST) break;
      if (n % EVERY !== 0) continue;
      const seen = wording.view('publicView', game.publicView(before));
      expect(rowOf(seen, max - 1)).not.toEqual([]);
      for (const panel of panelsOf([...seen, ...wording.view('seatView', game.seatView(before, seat))])) {
        panels++;
        if (panel.as === 'cards')
          for (const { id } of panel.cards)
            if (!ids.has(id) && book.components[id] === undefined) strange.add(`${panel.field}: ${id}`);
      }
    }
    expect([...strange]).toEqual([]);
    expect(panels).toBeGreaterThan(10);
  });
});
