// What a seat may send.
import { z } from 'zod';
import type { CommandTable } from '../../kernel/parse.ts';

const quay = z.int().min(1).max(4);
const seat = z.int().min(0).max(3);
const id = z.string().max(64);
/** No card has so many effects or porters; longer lists are no command at all. */
const LONG = 32;

export const targetSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('place'), quays: z.array(quay).max(LONG) }),
  z.strictObject({ type: z.literal('move'), from: quay, to: quay }),
  z.strictObject({ type: z.literal('swap'), ownQuay: quay, otherQuay: quay, seat }),
  z.strictObject({ type: z.literal('recall'), quay, seat }),
  z.strictObject({ type: z.literal('trade-goods'), quay }),
]);
export type Target = z.infer<typeof targetSchema>;

export const assignmentSchema = z.strictObject({ quay, goods: id });

export const commandSchemas = {
  'open-auction': z.strictObject({}),
  'place-bid': z.strictObject({ amount: z.int().min(1) }),
  'pass-bid': z.strictObject({}),
  'play-event': z.strictObject({ event: id, quay }),
  'play-relation': z.strictObject({ relation: id, effects: z.array(targetSchema.nullable()).max(LONG) }),
  'settle-commission': z.strictObject({ quay, payer: seat }),
  'allocate-goods': z.strictObject({ assignments: z.array(assignmentSchema).max(LONG) }),
  'end-turn': z.strictObject({}),
};

type ByType = CommandTable<typeof commandSchemas>;
type CommandType = keyof ByType;
export type CommandOf<Type extends CommandType> = ByType[Type];
export type Command = CommandOf<CommandType>;

export const COMMANDS = Object.keys(commandSchemas) as CommandType[];
