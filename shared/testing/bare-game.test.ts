// What a game may leave out, tried on one that leaves it all out.
import { describe, expect, test } from '@jest/globals';
import { playOutsUpTo } from '../kernel/bots/budget.ts';
import { choose } from '../kernel/bots/choose.ts';
import { builtInOf } from '../kernel/built-in.ts';
import { LANGUAGES } from '../kernel/game.ts';
import { STRENGTHS } from '../kernel/strength.ts';
import { gameSchemas } from '../protocol/describe.ts';
import { sentenceBookOf } from '../protocol/sentence-book.ts';
import { bareGame } from './bare-game.ts';
import { playSteps, randomCommand, seedOf } from './play.ts';
import { sharedPaths } from './sharing.ts';
import { createSpeaker } from './speaker.ts';

const game = builtInOf(bareGame);
const begun = game.setup({}, 2, seedOf(1));
const edition = (change: object) => ({ ...(bareGame.builtIn as object), ...change });

describe('a game that leaves out all it can', () => {
  test('plays to its end', () => {
    const steps = [...playSteps(game, begun.state, seedOf(2), () => randomCommand)];
    expect(steps).toHaveLength(3);
    expect(game.result(steps.at(-1)?.after ?? begun.state)).toMatchObject({ reason: 'row-empty' });
  });

  test.each(STRENGTHS)('has a bot of strength %s', (strength) => {
    const all = game.publicView(begun.state);
    const sight = { all, own: {}, seat: 0, luck: { seed: seedOf(3), drawn: 0 } };
    const command = choose(game, strength, sight, playOutsUpTo(2));
    expect([...game.legal(begun.state, 0)]).toContainEqual(command);
  });

  test('has neither options, nor views of its seats, nor secrets to imagine', () => {
    expect(game.parseOptions({}, 2)).toEqual({ ok: true, value: {} });
    expect(game.parseOptions({ rounds: 3 }, 2)).toMatchObject({ ok: false, code: 'bad-payload' });
    expect(game.seatView(begun.state, 0)).toEqual({});
    const imagined = game.imagine(game.publicView(begun.state), {}, 0, seedOf(4));
    expect({ ...imagined, rng: begun.state.rng }).toEqual(begun.state);
    expect(
      game.preview(game.publicView(begun.state), {}, 1, game.fallback(begun.state, 0), seedOf(5)),
    ).toEqual(expect.objectContaining({ ok: false, code: 'not-your-turn' }));
  });

  test('copies everything that all may see', () => {
    expect([...sharedPaths(begun.state.shown, game.clone(begun.state).shown)]).toEqual([]);
    expect(game.clone(begun.state)).toEqual(begun.state);
  });

  test('reads editions by their schema, and refuses those with an id twice', () => {
    const reasons = (raw: object) => {
      const parsed = bareGame.parseEdition(raw);
      return parsed.ok ? [] : parsed.reasons;
    };
    expect(reasons(edition({}))).toEqual([]);
    expect(
      reasons(
        edition({
          cards: [
            { id: 'a', value: 1 },
            { id: 'a', value: 2 },
          ],
        }),
      ),
    ).toEqual(['pieces: a is listed twice']);
    expect(reasons(edition({ constants: {} }))).toHaveLength(1);
  });

  test('has a catalogue, which says what fields and pieces refer to', () => {
    const { schema, references, links, of } = bareGame.catalogue;
    const content = of(bareGame.builtIn);
    expect(schema.parse(content)).toEqual(content);
    expect(content).toMatchObject({
      game: 'open-cards',
      edition: 'plain',
      seats: { min: 2, max: 3, colours: ['red', 'blue', 'yellow'] },
      constants: { row: 3 },
    });
    expect(content.components['cards']).toHaveLength(4);
    expect(references).toEqual({ row: ['cards'], card: ['cards'], seat: ['seat'] });
    expect(links).toEqual({ 'cards.beats': ['cards'] });
    expect(() => of({})).toThrow();
  });

  test('is described to clients, with types for ids', () => {
    const described = JSON.stringify(gameSchemas(game, bareGame.catalogue));
    expect(described).toContain('#/$defs/cards-id');
    expect(described).not.toContain('refersTo');
  });
});

describe('texts that nobody has written', () => {
  test('are made from names, and listed', () => {
    const { en, fr } = bareGame.sentences;
    expect(en).toMatchObject({
      codes: { 'card-not-in-row': 'Card not in row.' },
      commands: { 'take-card': 'Take card' },
      decisions: { turn: 'turn' },
      fields: { row: 'Row', points: 'Points', card: 'Card' },
      values: { 'mood=calm': 'calm', 'mood=stormy': 'stormy' },
    });
    expect(Object.keys(fr.events)).toEqual(['row-laid', 'card-taken', 'card-taken?handCount=some']);
    expect(bareGame.unwritten).toContain('fr.events.card-taken');
    expect(bareGame.unwritten).toContain('fr.components.card-1');
    // English has a text for all cards.
    expect(bareGame.unwritten).not.toContain('en.components.card-1');
  });

  test('tell every event in both languages', () => {
    const taken = { type: 'card-taken', seat: 1, card: 'card-2', open: true };
    const counted = { ...taken, handCount: 4 };
    const laid = { type: 'row-laid', row: ['card-1', 'card-3'], mood: 'calm' };
    const said = LANGUAGES.map((language) => {
      const speaker = createSpeaker(language, bareGame.sentences[language]);
      return [taken, counted, laid].map((event) => speaker.event(event, ['Ada', 'Bo']));
    });
    expect(said).toEqual([
      [
        'Card taken\u202F: Bo, card card-2.',
        'Card taken\u202F: Bo, card card-2, hand count 4.',
        'Row laid\u202F: row card-1 et card-3, mood calm.',
      ],
      [
        'Card taken: Bo, card a 2.',
        'Card taken: Bo, card a 2, hand count 4.',
        'Row laid: row a 1 and a 3, mood calm.',
      ],
    ]);
  });

  test('name the pieces of another edition by their kind, or as it prints them', () => {
    const named = { id: 'ace', value: 11, name: { fr: 'l’as', en: 'the ace' } };
    const other = edition({ cards: [named, { id: 'card-1', value: 9 }, { id: 'card-2', value: 2 }] });
    expect(sentenceBookOf(bareGame, 'en', other).components).toEqual({
      ace: 'the ace',
      'card-1': 'a 9',
      'card-2': 'a 2',
    });
    expect(sentenceBookOf(bareGame, 'fr', other).components).toMatchObject({
      ace: 'l’as',
      'card-1': 'card-1',
    });
    expect(sentenceBookOf(bareGame, 'en', bareGame.builtIn)).not.toHaveProperty('kinds');
  });
});
