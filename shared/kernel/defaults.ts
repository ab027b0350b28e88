// What a game need not define: everything that follows from the rest of its rules.
import { z } from 'zod';
import type { Catalogue } from './catalogue.ts';
import { type ParsedEdition, type PlainEdition, plainEditionParser } from './edition.ts';
import type { GameRules, RuleList, RuleParts } from './game-rules.ts';
import { plainCatalogue } from './plain-catalogue.ts';
import { copyOf } from './plain-data.ts';
import type { GameTypes } from './play.ts';

type Completed =
  | 'catalogue'
  | 'parseEdition'
  | 'optionsSchema'
  | 'copyShown'
  | 'seatViewSchema'
  | 'seatView'
  | 'imagine';

/** Rules with everything that the frame calls. */
export type CompleteRules<G extends GameTypes, Rules extends RuleList<G>> = Omit<
  RuleParts<G, Rules>,
  Completed
> &
  Required<Pick<RuleParts<G, Rules>, Completed>>;

const NOTHING = z.strictObject({});

/** `GameRules` lets a game leave out only what has an honest default here. */
export function withDefaults<G extends GameTypes, Rules extends RuleList<G>>(
  rules: GameRules<G, Rules>,
): CompleteRules<G, Rules> {
  const parts: RuleParts<G, Rules> = rules;
  const seatViewSchema =
    parts.seatViewSchema ?? (NOTHING as unknown as z.ZodObject & z.ZodType<G['SeatView']>);
  const parseEdition = parts.parseEdition ?? plainEditionParser<G['Components']>(editionSchemaOf(parts));
  return {
    ...parts,
    parseEdition,
    catalogue: parts.catalogue ?? catalogueOf(parts, parseEdition, seatViewSchema),
    optionsSchema: parts.optionsSchema ?? (() => NOTHING as unknown as z.ZodObject & z.ZodType<G['Options']>),
    copyShown: parts.copyShown ?? ((shown) => copyOf(shown) as G['Shown']),
    seatViewSchema,
    seatView: parts.seatView ?? (() => ({}) as G['SeatView']),
    imagine: parts.imagine ?? (() => ({}) as G['Secret']),
  };
}

function editionSchemaOf<G extends GameTypes, Rules extends RuleList<G>>({
  id,
  editionSchema,
}: RuleParts<G, Rules>): z.ZodType<PlainEdition> {
  if (editionSchema === undefined) throw new Error(`${id} describes no edition`);
  return editionSchema;
}

function catalogueOf<G extends GameTypes, Rules extends RuleList<G>>(
  rules: RuleParts<G, Rules>,
  parseEdition: (raw: unknown) => ParsedEdition<G['Components']>,
  seatViewSchema: z.ZodObject,
): Catalogue {
  const { id, shown, commands, events } = rules;
  const speaking = [
    shown,
    seatViewSchema,
    ...commands.map(({ payload }) => payload),
    ...Object.values<z.ZodObject>(events),
  ];
  const seatsOf = (edition: PlainEdition) => {
    const parsed = parseEdition(edition);
    if (!parsed.ok) throw new Error(parsed.reasons.join('; '));
    return rules.seats(parsed.value);
  };
  return plainCatalogue(id, editionSchemaOf(rules), seatsOf, speaking);
}
