// What a seat may send, and nothing else gets through.
import { z } from 'zod';
import { mapOf } from '../../kernel/keys.ts';
import type { CommandTable } from '../../kernel/parse.ts';

const id = z.string().min(1).max(40);
const offer = z.int().min(1);
const tally = mapOf(id, z.int().min(1).max(99)).refine(
  (map) => Object.keys(map).length >= 1 && Object.keys(map).length <= 40,
  {
    message: 'names 1 to 40 products',
  },
);
/** Keep the turn after the main action, to play navigation cards. ROT-2.5 */
const keepTurn = z.boolean().default(false);

export const commandSchemas = {
  'place-ship': z.strictObject({ start: id, material: id.nullable(), keepTurn }),
  'choose-colour': z.strictObject({ colour: id, keepTurn }),
  'move-ships': z.strictObject({
    moves: z
      .array(z.strictObject({ ship: id, channel: id }))
      .min(1)
      .max(5),
  }),
  'end-turn': z.strictObject({}),
  'play-fortune-turns': z.strictObject({ card: id, shipA: id, shipB: id }),
  'play-extra-cargo': z.strictObject({ card: id, start: id, material: id.nullable() }),
  'play-setback': z.strictObject({ card: id, ship: id, path: z.array(id).length(1) }),
  'play-storm': z.strictObject({ card: id, ship: id, path: z.array(id).length(2) }),
  'play-cargo-thief': z
    .strictObject({ card: id, from: id, to: id.nullable(), start: id.nullable() })
    .refine(({ to, start }) => (to === null) !== (start === null), {
      message: 'exactly one of to and start is null',
    }),
  'play-inspection': z.strictObject({ card: id, ship: id }),
  'lay-advantage': z.strictObject({ card: id }),
  'offer-trade': z.strictObject({
    to: z.union([z.literal('*'), z.int().min(0)]),
    give: tally,
    want: tally,
  }),
  'withdraw-offer': z.strictObject({ offer }),
  'accept-offer': z.strictObject({ offer }),
  'decline-offer': z.strictObject({ offer }),
  'reveal-products': z.strictObject({ products: tally }),
  'stop-trading': z.strictObject({}),
  'resume-trading': z.strictObject({}),
  'fulfil-mission': z.strictObject({
    mission: id,
    jokers: z.array(z.strictObject({ card: id, as: id })).max(3),
    keepTurn,
  }),
} as const;

export const COMMANDS = Object.keys(commandSchemas) as readonly (keyof typeof commandSchemas)[];

type ByType = CommandTable<typeof commandSchemas>;
export type CommandType = keyof ByType;
export type CommandOf<Type extends CommandType> = ByType[Type];
export type Command = CommandOf<CommandType>;

/** `resume-trading` comes from a player who is done, and so is not asked anything. ROT-7.8 */
export const UNASKED = ['resume-trading'] as const satisfies readonly CommandType[];

const CARDS = [
  'play-fortune-turns',
  'play-extra-cargo',
  'play-setback',
  'play-storm',
  'play-cargo-thief',
  'play-inspection',
  'lay-advantage',
] as const satisfies readonly CommandType[];
export type CardCommand = CommandOf<(typeof CARDS)[number]>;

const TRADE = [
  'offer-trade',
  'withdraw-offer',
  'accept-offer',
  'decline-offer',
  'reveal-products',
  'stop-trading',
] as const satisfies readonly CommandType[];

/** Which commands some step of a phase accepts. */
export const ACCEPTED = {
  placement: new Set(['place-ship', 'end-turn', ...CARDS]),
  sailing: new Set(['choose-colour', 'move-ships', 'end-turn', ...CARDS]),
  navigation: new Set(['end-turn', ...CARDS]),
  unloading: new Set(['end-turn', ...CARDS]),
  trading: new Set([...TRADE, 'resume-trading', ...CARDS]),
  missions: new Set(['fulfil-mission', 'end-turn', ...CARDS]),
  ended: new Set([]),
} as const satisfies Record<string, ReadonlySet<CommandType>>;
