// The rules of a game as players read them: all of them, or one rule by the id that a refusal names.

import { z } from 'zod';
import type { Language } from '../../shared/kernel/game.ts';
import { language } from '../../shared/protocol/language.ts';
import { Problem } from '../http/problem.ts';
import { type Call, type Route, route } from '../http/route.ts';
import type { Rule, RuleText } from '../records/rule-text.ts';
import type { RuleTexts } from '../records/rule-texts.ts';
import { type Prepared, prepare, prepareText, sendPrepared } from './sent.ts';

const MARKDOWN = 'text/markdown';

const rule = z.strictObject({
  id: z.string().describe('The id that refusals give as `rule`.'),
  text: z.string().describe('Markdown.'),
});
const chapter = z.strictObject({
  id: z.string().describe('The prefix of its rules’ ids.'),
  title: z.string(),
  intro: z.string().describe('Markdown; what applies to all its rules, often empty.'),
});

const ruleText = z
  .strictObject({
    game: z.string(),
    language,
    title: z.string(),
    chapters: z.array(chapter.extend({ rules: z.array(rule) })),
  })
  .meta({ id: 'RuleText', description: 'The rules of a game in one language.' });
const oneRule = rule
  .extend({ game: z.string(), language, chapter })
  .meta({ id: 'Rule', description: 'One rule of a game.' });

const sampleRule = {
  id: 'BOR-6.1',
  text: 'The active player must play exactly one shipment card from hand at one of the three harbours, whatever its spice.',
  game: 'borneo',
  language: 'en',
  chapter: { id: 'BOR-6', title: 'Phase 3: playing a shipment card', intro: '' },
};

/** One text, as Markdown and as JSON. */
interface Forms {
  readonly json: Prepared;
  readonly markdown: Prepared;
}
interface Shown {
  readonly whole: Forms;
  readonly rules: ReadonlyMap<string, Forms>;
}

export function ruleRoutes(texts: RuleTexts): Route[] {
  const shown = new Map<string, Map<string, Shown>>();
  for (const [game, languages] of texts) {
    const own = new Map<string, Shown>();
    for (const [language, text] of languages) own.set(language, formsOf(game, language, text));
    shown.set(game, own);
  }
  const find = (game: string, language: string): Shown => {
    const languages = shown.get(game);
    if (languages === undefined) throw new Problem('unknown-game');
    const found = languages.get(language);
    if (found === undefined) throw new Problem('unknown-language');
    return found;
  };
  const wholeParams = z.strictObject({ id: z.string().max(64), language });
  const missing = { id: 'unknown-game', language: 'unknown-language', rule: 'unknown-rule' };
  const common = { tag: 'Games', method: 'get', auth: 'anyone', isAnywhere: true } as const;
  const unchanged = { 304: { description: 'Not modified' } };
  return [
    route({
      ...common,
      id: 'readRules',
      path: '/games/{id}/rules/{language}',
      summary: 'The rules of a game',
      description: `For people, with the ids that refusals name in \`rule\`. With \`Accept: ${MARKDOWN}\` as one text with components, setup and options.`,
      params: wholeParams.meta({ missing }),
      answers: {
        200: { description: 'The rules', schema: ruleText, textType: MARKDOWN },
        ...unchanged,
      },
      refusals: ['unknown-game', 'unknown-language'],
      handle: (call) => send(call, find(call.params.id, call.params.language).whole),
    }),
    route({
      ...common,
      id: 'readRule',
      path: '/games/{id}/rules/{language}/{rule}',
      summary: 'One rule of a game',
      description: 'The rule that a refusal names.',
      params: wholeParams.extend({ rule: z.string().max(16) }).meta({ missing }),
      answers: {
        200: { description: 'The rule', schema: oneRule, example: sampleRule, textType: MARKDOWN },
        ...unchanged,
      },
      refusals: ['unknown-game', 'unknown-language', 'unknown-rule'],
      handle: (call) => {
        const found = find(call.params.id, call.params.language).rules.get(call.params.rule);
        if (found === undefined) throw new Problem('unknown-rule');
        return send(call, found);
      },
    }),
  ];
}

function formsOf(game: string, language: Language, { title, chapters, markdown }: RuleText): Shown {
  const rules = new Map<string, Forms>();
  for (const { rules: own, ...chapter } of chapters) {
    for (const rule of own) {
      const json = prepare({ ...rule, game, language, chapter });
      rules.set(rule.id, { json, markdown: prepareText(markdownOf(rule), MARKDOWN) });
    }
  }
  const json = prepare({ game, language, title, chapters });
  return { whole: { json, markdown: prepareText(markdown, MARKDOWN) }, rules };
}

function markdownOf({ id, text }: Rule): string {
  return `**${id}** ${text}\n`;
}

type Asked = Pick<
  Call<unknown, { readonly language: string }, unknown, unknown>,
  'params' | 'request' | 'response'
>;

function send({ params, request, response }: Asked, forms: Forms): Promise<undefined> {
  response.vary('Accept');
  const wanted = request.accepts(['json', MARKDOWN]) === MARKDOWN ? forms.markdown : forms.json;
  return sendPrepared({ request, response }, wanted, { 'Content-Language': params.language });
}
