// What can be picked is named as a person would say it: in random positions of all games, in both languages, no name is
// an id, a key or a bare coordinate.
import { afterEach, describe, expect, test } from '@jest/globals';
import { tellerOf } from '../../client/teller.ts';
import { createRng, pick } from '../../shared/kernel/rng.ts';
import type { Seat } from '../../shared/kernel/seat.ts';
import { gameSchemas } from '../../shared/protocol/describe.ts';
import { sentenceBookOf } from '../../shared/protocol/sentence-book.ts';
import { begin, playSteps, randomCommand, seedOf } from '../../shared/testing/play.ts';
import { testedGames } from '../../shared/testing/registry.ts';
import type { Command } from '../choice/selection.ts';
import { NOTHING, withItem, withType, withValue } from '../choice/selection.ts';
import { stepsOf } from '../choice/steps.ts';
import { LANGUAGES, language } from '../lib/language.ts';
import { textOf } from '../wording/said.ts';
import { type TellPick, Wording } from '../wording/wording.ts';
import { tellPick as borneo } from './borneo/tell-pick.ts';
import { tellPick as cabo } from './cabo-da-roca/tell-pick.ts';
import { tellPick as dockers } from './dockers/tell-pick.ts';
import { tellPick as rotterdam } from './rotterdam/tell-pick.ts';

const TOLD: Readonly<Record<string, TellPick>> = { borneo, 'cabo-da-roca': cabo, dockers, rotterdam };
const NAMES = ['Ada', 'Bertil', 'Chloé', 'Dmitri', 'Eilidh'];
const COMMON = {
  yes: 'YES',
  no: 'NO',
  nothing: 'NONE',
  pair: (name: string, value: string) => `${name}: ${value}`,
};
/** Of a position only these are looked at. */
const MOST = 120;
/** Every so many moves. */
const EVERY = 7;

/** «ship-2», «mission 06», «handCount», «−5», texts that were not found, and values in the language of programs. */
const MACHINE =
  /\b[a-z]+-[\da-z-]*\d\b|\b0\d\b|\b[a-z]+[A-Z][a-z]|[−-]\d|undefined|null|NaN|\[object|true|false|YES|NO\b|NONE|[{}[\]]/;
/** Fields whose numbers only name a thing. */
const NUMBERED = /^(x|offer|slot|payer|seat|to|from)(\.|$)/;

function faultIn(name: string, path: string, value: unknown): boolean {
  const isRaw = typeof value === 'string' && /[a-z]-[a-z]/.test(value) && name === value;
  return MACHINE.test(name) || isRaw || (NUMBERED.test(path) && /^\d+$/.test(name));
}

const first = language.peek();
afterEach(() => {
  language.value = first;
});

describe.each(Object.entries(TOLD))('%s', (id, tellPick) => {
  const tested = testedGames.find((one) => one.id === id);
  if (tested === undefined) throw new Error(`no ${id}`);
  const { family, game } = tested;
  const schemas = gameSchemas(game, family.catalogue) as never;
  const seats = game.seats.max;

  test.each(LANGUAGES)('in %s', (spoken) => {
    language.value = spoken;
    const book = sentenceBookOf(family, spoken, family.builtIn);
    let view: unknown;
    const wording = new Wording({
      book,
      schemas,
      catalogue: family.catalogue.of(family.builtIn),
      names: NAMES.slice(0, seats),
      common: COMMON,
      phrase: tellerOf(book).phrase,
      view: () => view,
      tellPick,
    });
    const luck = createRng(seedOf(3));
    const faults = new Set<string>();
    let names = 0;
    const look = (path: string, type: string, value: unknown) => {
      const name =
        path === 'type'
          ? wording.command({ type: String(value) })
          : textOf(wording.picked(type, path, value));
      names++;
      if (faultIn(name, path, value)) faults.add(`${type} ${path}: ${name}`);
    };
    for (const seed of [1, 2]) {
      const { state } = begin(game, seats, seedOf(seed));
      let n = 0;
      for (const { before, seat } of playSteps(game, state, seedOf(seed), () => randomCommand)) {
        if (n++ % EVERY !== 0) continue;
        view = game.publicView(before);
        const commands: Command[] = [];
        for (const command of game.legal(before, seat as Seat))
          if (commands.push(command as Command) >= MOST) break;
        let selection = NOTHING;
        for (let depth = 0; depth < 6; depth++) {
          const steps = stepsOf(commands, selection);
          const [step] = steps;
          if (step === undefined) break;
          const type = selection.type ?? commands[0]?.type ?? '';
          for (const { path, options } of steps) for (const option of options) look(path, type, option);
          const option = pick(luck, step.options);
          if (step.path === 'type') selection = withType(commands, selection, String(option));
          else if (step.how === 'items') selection = withItem(commands, selection, step.path, option);
          else selection = withValue(commands, selection, step.path, option);
        }
      }
    }
    expect([...faults]).toEqual([]);
    expect(names).toBeGreaterThan(200);
  });
});

test.each([
  ['x', -5, '−5'],
  ['x', 3, '3'],
  ['path', 'ch-01', 'ch-01'],
  ['mission', 'mission-06', 'mission 06 (pasta, 3 points)'],
  ['start', 'fields-start', 'fields-start'],
  ['keepTurn', true, 'YES'],
])('a planted fault is found: %s', (path, value, name) => {
  expect(faultIn(name, path, value)).toBe(true);
});
