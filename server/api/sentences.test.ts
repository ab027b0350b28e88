// The names and sentences that clients show, as they fetch them.

import { describe, expect, test } from '@jest/globals';
import { families } from '../../shared/games/index.ts';
import { KERNEL_CODES } from '../../shared/kernel/codes.ts';
import { LANGUAGES } from '../../shared/kernel/game.ts';
import en from '../../shared/lang/en.json' with { type: 'json' };
import fr from '../../shared/lang/fr.json' with { type: 'json' };
import { TABLE_CODES } from '../../shared/protocol/codes.ts';
import type { SentenceBook } from '../../shared/protocol/sentence-book.ts';
import { type Spoken, speakerOf } from '../../shared/protocol/speaker.ts';
import { HTTP_CODES } from '../../shared/protocol/status.ts';
import { editionHashOf } from '../process/shelf.ts';
import { editionServer } from '../testing/own-editions.ts';

/** Events that every game has. */
const FRAME = { en, fr } as const;

/** Borneo with another harbour, another mission, and a new one. */
const builtIn = families.find(({ id }) => id === 'borneo')?.builtIn as {
  harbours: { id: string; name: string }[];
  missions: { id: string; vp: number }[];
};
const [mission] = builtIn.missions;
const own = {
  ...builtIn,
  edition: 'of-our-own',
  custom: true,
  harbours: builtIn.harbours.map((one) => (one.id === 'harbour-05' ? { ...one, name: 'Kuching' } : one)),
  missions: [
    ...builtIn.missions.map((one) => (one.id === 'mission-02' ? { ...one, vp: 6 } : one)),
    { ...mission, id: 'mission-17' },
  ],
};

const server = editionServer([{ game: 'borneo', raw: own }]);
const { get } = server;

async function book(game: string, language: string, query = ''): Promise<SentenceBook> {
  const answer = await get(`games/${game}/sentences/${language}${query}`);
  expect([answer.status, answer.headers['content-language']]).toEqual([200, language]);
  expect(server.conformance.check('get /games/{id}/sentences/{language}', answer)).toEqual([]);
  return answer.json() as unknown as SentenceBook;
}

/** Kinds of placeholders written out. */
function plain(texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      text
        .replaceAll(/{{\s*([\w.]+)\s*}}/g, '{{$1, number}}')
        .replaceAll(/{{\s*([\w.]+)\s*,\s*([\w-]+)\s*}}/g, '{{$1, $2}}'),
    ]),
  );
}

/** The way back, to texts as a game writes them. */
function keyed(said: Spoken['events']): Record<string, string> {
  const entries = Object.entries(said).flatMap(([name, list]) =>
    list.map(({ when, plural, parts }) => {
      const query = when.map(({ field, is }) => `${field}=${is}`).join('&');
      const key = `${name}${query === '' ? '' : `?${query}`}${plural === null ? '' : `_${plural}`}`;
      const text = parts.map((part) =>
        typeof part === 'string' ? part : `{{${part.field}, ${part.phrase ?? part.as}}}`,
      );
      return [key, text.join('')] as const;
    }),
  );
  return Object.fromEntries(entries);
}

describe.each(families.map((family) => [family.id, family] as const))('%s', (id, family) => {
  test.each(LANGUAGES)('all texts are present, and nothing is lost (%s)', async (language) => {
    const served = await book(id, language);
    // Names for all pieces of a kind have become names of the pieces.
    const { kinds: _kinds, ...said } = family.sentences[language];
    const { game: _game, language: _language, words: _words, events, phrases, ...rest } = served;
    const texts = { events: keyed(events), phrases: keyed(phrases) };
    expect({ ...rest, ...texts }).toEqual({
      ...said,
      events: plain({ ...said.events, ...FRAME[language].events }),
      phrases: plain(said.phrases),
    });
  });

  test('every placeholder for a component names the lists of the catalogue that contain it', async () => {
    const { components } = family.catalogue.of(family.builtIn);
    const { events } = await book(id, 'en');
    const places = Object.values(events).flatMap((texts) =>
      texts.flatMap(({ parts }) => parts.filter((part) => typeof part !== 'string')),
    );
    for (const { kinds } of places) for (const kind of kinds) expect(components).toHaveProperty(kind);
    const bare = places.filter(({ as, kinds }) => as === 'component' && kinds.length === 0);
    // Phases are words of the game.
    expect(bare.filter(({ field }) => field !== 'phase')).toEqual([]);
  });
});

test('placeholders are typed: seat, component, number, list or not', async () => {
  const { events, phrases } = await book('borneo', 'en');
  expect(events['turn-started']).toEqual([
    {
      when: [],
      plural: null,
      parts: [
        'Turn ',
        { field: 'turn', as: 'number', kinds: [], phrase: null, list: false },
        ': ',
        { field: 'seat', as: 'seat', kinds: [], phrase: null, list: false },
        ' to play.',
      ],
    },
  ]);
  expect(events['mission-completed']?.at(-1)).toMatchObject({ when: [{ field: 'trade', is: 'some' }] });
  expect(events['cards-drawn']?.at(-1)?.parts).toContainEqual({
    field: 'cards',
    as: 'component',
    kinds: ['shipment', 'harbour'],
    phrase: null,
    list: true,
  });
  expect(phrases['cards']?.map(({ plural }) => plural)).toEqual(['one', 'other']);
  const { events: bought } = await book('rotterdam', 'fr');
  expect(JSON.stringify(bought['products-revealed'])).toContain('"kinds":["product"]');
});

test('an empty list has its word', async () => {
  const { words } = await book('borneo', 'fr');
  expect(words).toMatchObject({ locale: 'fr-FR', nothing: 'rien', nobody: 'personne' });
});

test('a host’s own edition: its names, and no name that belongs to another face', async () => {
  const hash = editionHashOf(own);
  for (const language of LANGUAGES) {
    const [ours, theirs] = [
      await book('borneo', language),
      await book('borneo', language, `?edition=${hash}`),
    ];
    expect(ours.components).toMatchObject({ 'harbour-05': 'Brunei' });
    expect(theirs.components).toMatchObject({
      'harbour-05': 'Kuching',
      'harbour-06': 'Makassar',
      'mission-01': ours.components['mission-01'],
      'mission-02': 'mission-02',
      'mission-17': 'mission-17',
      'mer-0-1': ours.components['mer-0-1'],
    });
    const say = speakerOf(theirs).event;
    const event = { type: 'harbour-revealed', slot: 0, harbour: 'harbour-05' };
    expect(say(event, [])).toContain('Kuching');
  }
});

test('the sentences of tables: every code that belongs to no game', async () => {
  for (const language of LANGUAGES) {
    const answer = await get(`sentences/${language}`);
    expect(server.conformance.check('get /sentences/{language}', answer)).toEqual([]);
    const codes = answer.json()['codes'] as Record<string, string>;
    for (const code of [...TABLE_CODES, ...KERNEL_CODES, ...HTTP_CODES])
      expect([code, codes[code]]).toEqual([code, expect.stringMatching(/\p{L}{3}/u)]);
  }
});

test('never older than the program: revalidated by a tag', async () => {
  const tags = new Set<unknown>();
  for (const path of ['games/borneo/sentences/fr', 'games/borneo/sentences/en', 'sentences/fr']) {
    const whole = await get(path);
    tags.add(whole.headers.etag);
    expect(whole.headers['cache-control']).toBe('public, no-cache');
    const again = await get(path, { 'If-None-Match': String(whole.headers.etag) });
    expect([again.status, again.text]).toEqual([304, '']);
  }
  expect(tags.size).toBe(3);
});

test.each([
  ['games/nothing/sentences/fr', 404, 'unknown-game'],
  ['games/__proto__/sentences/fr', 404, 'unknown-game'],
  ['games/borneo/sentences/de', 404, 'unknown-language'],
  ['games/borneo/sentences/constructor', 404, 'unknown-language'],
  ['games/borneo/sentences/fr?edition=none', 404, 'unknown-edition'],
  [`games/rotterdam/sentences/fr?edition=${editionHashOf(builtIn)}`, 404, 'unknown-edition'],
  [`games/borneo/sentences/fr?edition=${'f'.repeat(65)}`, 404, 'unknown-edition'],
  ['games/borneo/sentences/fr?other=1', 400, 'bad-payload'],
  ['sentences/de', 404, 'unknown-language'],
])('GET /%s: %i %s', async (path, status, code) => {
  const answer = await get(path);
  expect([answer.status, answer.json()['code']]).toEqual([status, code]);
});
