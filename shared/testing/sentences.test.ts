// Every sentence of every game, as players read it, in both languages.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { builtInOf } from '../kernel/built-in.ts';
import { type GameFamily, LANGUAGES, type Language, type News } from '../kernel/game.ts';
import { faultsInSentence, faultsInText } from './faulty-texts.ts';
import { goldenRows } from './golden.ts';
import { optionsOf, playSteps, randomCommand, seedOf } from './play.ts';
import { testedGames } from './registry.ts';
import { createSpeaker } from './speaker.ts';

/** No two start alike, and none can be mistaken for a word or a number. */
const NAMES = ['Ada', 'Bertil', 'Chloé', 'Dmitri', 'Eilidh'];
/** Per seat count: the number of default games, and of games with as many options as possible. */
const GAMES = 3;

type Event = { readonly type: string };

/** All news of whole games, for every viewer: all seat counts, many options, unusual play. */
function* told(family: GameFamily): Generator<Event> {
  const game = builtInOf(family);
  const rows = goldenRows(game).filter(
    ({ unasked, seats }, n, all) => unasked || all[n + 1]?.seats !== seats,
  );
  for (const [n, row] of rows.entries()) {
    const options = optionsOf(game, row.seats, row.options);
    for (let round = 0; round < GAMES; round++) {
      const seed = seedOf(n * GAMES + round + 1);
      const begun = game.setup(options, row.seats, seed);
      yield* heard(begun.news);
      for (const step of playSteps(game, begun.state, seed, () => randomCommand)) yield* heard(step.news);
    }
  }
}

/** The public event, and the variants for entitled seats. */
function* heard(news: readonly News<Event>[]): Generator<Event> {
  for (const { all, only = [] } of news) {
    yield all;
    for (const { event } of only) yield event;
  }
}

/** Ids that are English words and do not occur in the French texts. */
function programWords(family: GameFamily): Set<string> {
  const french = new Set(textsOf(family.sentences.fr).flatMap((text) => bare(text).split(/[^\p{L}-]+/u)));
  const ids = Object.keys(family.sentences.fr.components);
  return new Set(ids.filter((id) => /^[a-z-]{3,}$/.test(id) && !french.has(id)));
}

describe.each(testedGames.map((one) => [one.id, one] as const))('sentences of %s', (_id, tested) => {
  const { family, rareEvents } = tested;
  const words = programWords(family);
  const used = Object.fromEntries(LANGUAGES.map((language) => [language, new Set<string>()]));
  const speakers = LANGUAGES.map((language) => ({
    language,
    speaker: createSpeaker(language, family.sentences[language], (key) => used[language]?.add(key)),
  }));
  const met = new Map<string, number>();
  const judged = new Set<string>();

  function faultsOf(events: Iterable<Event>): string[] {
    const faults = new Set<string>();
    for (const event of events) {
      met.set(event.type, (met.get(event.type) ?? 0) + 1);
      for (const { language, speaker } of speakers) {
        const sentence = speaker.event(event, NAMES);
        if (judged.has(sentence)) continue;
        judged.add(sentence);
        for (const fault of faultsInSentence(sentence, language, words)) faults.add(fault);
      }
    }
    return [...faults].slice(0, 40);
  }

  test('the texts of whole games have no faults, in any language', () => {
    expect(faultsOf(told(family))).toEqual([]);
  });

  test('nor have those of rare events; with them every type of event and every text occurs', () => {
    expect(faultsOf(rareEvents)).toEqual([]);
    const { events } = builtInOf(family);
    expect(events.filter((type) => !met.has(type))).toEqual([]);
    for (const language of LANGUAGES) {
      const { events: sentences, phrases } = family.sentences[language];
      const unused = [...Object.keys(sentences), ...Object.keys(phrases)].filter(
        (key) => used[language]?.has(key) !== true,
      );
      expect(unused).toEqual([]);
    }
  });

  test('rare events fit their schemas: nothing is invented here', () => {
    const { schemas } = builtInOf(family);
    for (const event of rareEvents)
      expect(schemas.events[event.type]?.safeParse(event)).toMatchObject({ success: true });
  });

  test('the end names the winners, and no other players', () => {
    const game = builtInOf(family);
    const seats = game.seats.max;
    const options = optionsOf(game, seats);
    for (let n = 1; n <= GAMES; n++) {
      const begun = game.setup(options, seats, seedOf(n));
      const last = [...playSteps(game, begun.state, seedOf(n), () => randomCommand)].at(-1);
      const end = [...heard(last?.news ?? [])].find(({ type }) => type === 'game-ended') ?? { type: 'none' };
      const winners = game.result(last?.after ?? begun.state)?.winners.map((seat) => NAMES[seat]);
      for (const { language, speaker } of speakers) {
        const said = speaker.event(end, NAMES);
        expect(NAMES.filter((name) => isWinner(name, said, language))).toEqual(winners);
      }
    }
  });

  test('without names, seats are shown by number', () => {
    const { speaker } = speakers[0] as (typeof speakers)[number];
    const isOfSeat = (event: Event) => 'seat' in event || 'firstSeat' in event;
    const first = [...told(family)].find(isOfSeat);
    expect(speaker.event(first as Event, [])).toMatch(/Joueur \d/);
  });
});

test.each(languageFiles())('%s is set as it should be', (file, language) => {
  const texts = textsOf(JSON.parse(readFileSync(file, 'utf8')));
  expect(texts.length).toBeGreaterThan(10);
  expect(texts.map(bare).flatMap((text) => faultsInText(text, language))).toEqual([]);
});

const VICTORY: Readonly<Record<Language, { readonly list: string; readonly mark: string }>> = {
  fr: { list: 'Victoire\u202F: ', mark: 'victoire' },
  en: { list: 'Victory: ', mark: 'winner' },
};

/** In a list of the winners, or marked in the list of all. */
function isWinner(name: string, said: string, language: Language): boolean {
  const { list, mark } = VICTORY[language];
  const [, winners = ''] = said.split(list);
  return (
    winners.split('.')[0]?.includes(name) === true || new RegExp(`${name} \\([^()]*\\b${mark}\\)`).test(said)
  );
}

/** All texts of the product: games, tables and server. */
function languageFiles(): [string, Language][] {
  const folders = [
    'shared/lang',
    'server/process/lang',
    ...testedGames.map(({ folder }) => `${folder}/lang`),
  ];
  return folders.flatMap((folder) =>
    readdirSync(folder).map((file): [string, Language] => {
      const language = LANGUAGES.find((known) => file === `${known}.json`);
      if (language === undefined) throw new Error(`${folder}/${file}: in no language`);
      return [`${folder}/${file}`, language];
    }),
  );
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Object.values(value as object).flatMap(textsOf);
}

/** With the placeholders filled in. */
function bare(text: string): string {
  return text.replace(/{{[^}]*}}/g, 'X');
}
