// What a seat can do.
import { z } from 'zod';
import type { Rejection } from '../../kernel/codes.ts';
import type { CommandTable } from '../../kernel/parse.ts';
import type { Code } from './codes.ts';
import type { Kind } from './state.ts';

/** An unknown id is no malformed one: the rules refuse it with a code of their own. */
const id = z.string();
const ids = z.array(id).max(40);

export const commandSchemas = {
  'place-merchant': z.strictObject({ company: id }),
  'complete-mission': z.strictObject({
    mission: id,
    cards: ids,
    trade: z.exactOptional(z.strictObject({ card: id, as: z.string() })),
  }),
  'skip-mission': z.strictObject({}),
  'transfer-merchant': z.strictObject({ merchant: id, to: id }),
  attack: z.strictObject({ attacker: id, defender: id, cards: ids }),
  'skip-company': z.strictObject({}),
  defend: z.strictObject({ cards: ids }),
  'choose-retreat': z.strictObject({ to: z.string() }),
  'choose-reward': z.strictObject({ card: id.nullable() }),
  'play-shipment': z.strictObject({ card: id, slot: z.int() }),
  'pick-spice': z.strictObject({ card: id }),
  'discard-excess': z.strictObject({ cards: ids }),
} as const;

type ByType = CommandTable<typeof commandSchemas>;
export type CommandType = keyof ByType;
export type CommandOf<Type extends CommandType> = ByType[Type];
export type Command = CommandOf<CommandType>;
export type Trade = NonNullable<CommandOf<'complete-mission'>['trade']>;

export const COMMANDS = Object.keys(commandSchemas) as CommandType[];

/** Why the rules forbid a command; `undefined` where they do not. */
export type Refusal = Rejection<Code> | undefined;

/** BOR-2.2: the commands that answer each kind of decision. */
export const ANSWERS: Readonly<Record<Kind, readonly CommandType[]>> = {
  placement: ['place-merchant'],
  mission: ['complete-mission', 'skip-mission'],
  company: ['transfer-merchant', 'attack', 'skip-company'],
  defence: ['defend'],
  retreat: ['choose-retreat'],
  reward: ['choose-reward'],
  shipment: ['play-shipment'],
  pick: ['pick-spice'],
  discard: ['discard-excess'],
  'final-mission': ['complete-mission', 'skip-mission'],
};
