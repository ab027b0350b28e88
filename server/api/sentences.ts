// The texts that players read: the names and sentences of every game, and those of the tables.

import { z } from 'zod';
import { type GameFamily, LANGUAGES, type Language } from '../../shared/kernel/game.ts';
import sharedEn from '../../shared/lang/en.json' with { type: 'json' };
import sharedFr from '../../shared/lang/fr.json' with { type: 'json' };
import { language } from '../../shared/protocol/language.ts';
import {
  bookWords,
  sentenceBook,
  sentenceBookOf,
  tableSentences,
} from '../../shared/protocol/sentence-book.ts';
import { Problem } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';
import en from '../process/lang/en.json' with { type: 'json' };
import fr from '../process/lang/fr.json' with { type: 'json' };
import type { Shelf } from '../process/shelf.ts';
import { type Prepared, prepare, sendPrepared } from './sent.ts';

/** Refusals: those of tables and those of HTTP requests. */
const CODES: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: { ...en.problem, ...sharedEn.codes },
  fr: { ...fr.problem, ...sharedFr.codes },
};

export function sentenceRoutes(families: readonly GameFamily[], shelf: Shelf): Route[] {
  const ids = new Set(families.map((family) => family.id));
  const tables = new Map(
    LANGUAGES.map((language) => [
      language,
      prepare({ language, words: bookWords(language), codes: CODES[language] }),
    ]),
  );
  // Made when first asked for; there are as many as the shelf has editions, in each language.
  const books = new Map<string, Prepared>();
  const find = (id: string, language: Language, hash: string | undefined): Prepared => {
    const [builtIn, ...others] = ids.has(id) ? shelf.editions(id) : [];
    if (builtIn === undefined) throw new Problem('unknown-game');
    const edition =
      hash === undefined ? builtIn : [builtIn, ...others].find(({ editionHash }) => editionHash === hash);
    if (edition === undefined) throw new Problem('unknown-edition');
    const key = `${id} ${language} ${edition.editionHash}`;
    const found = books.get(key) ?? prepare(sentenceBookOf(edition.family, language, edition.raw));
    books.set(key, found);
    return found;
  };
  const missing = { id: 'unknown-game', language: 'unknown-language', edition: 'unknown-edition' };
  const common = { tag: 'Games', method: 'get', auth: 'anyone', isAnywhere: true } as const;
  const unchanged = { 304: { description: 'Not modified' } };
  return [
    route({
      ...common,
      id: 'readGameSentences',
      path: '/games/{id}/sentences/{language}',
      summary: 'The names and sentences of a game',
      description:
        'Names of components, commands, decisions, options and results, the refusals, and a sentence for every event, with typed placeholders for players, components and numbers.',
      params: z.strictObject({ id: z.string().max(64), language }).meta({ missing }),
      query: z
        .strictObject({
          edition: z
            .string()
            .max(64)
            .optional()
            .describe('The hash of the edition whose components are named. Default: the built-in one.'),
        })
        .meta({ missing }),
      answers: { 200: { description: 'All texts', schema: sentenceBook }, ...unchanged },
      refusals: ['unknown-game', 'unknown-language', 'unknown-edition'],
      handle: (call) => {
        const { id, language } = call.params;
        const found = find(id, language, call.query.edition);
        return sendPrepared(call, found, { 'Content-Language': language });
      },
    }),
    route({
      ...common,
      id: 'readTableSentences',
      path: '/sentences/{language}',
      summary: 'The sentences of tables',
      description:
        'Every refusal that belongs to no game, and the words that the sentences of all games use.',
      params: z.strictObject({ language }).meta({ missing }),
      answers: { 200: { description: 'All texts', schema: tableSentences }, ...unchanged },
      refusals: ['unknown-language'],
      handle: (call) => {
        const { language } = call.params;
        const found = tables.get(language);
        if (found === undefined) throw new Problem('unknown-language');
        return sendPrepared(call, found, { 'Content-Language': language });
      },
    }),
  ];
}
