// Everything a seat may say, field by field (section 6).
import { z } from 'zod';
import type { CommandTable } from '../../kernel/parse.ts';
import { SHIP_KINDS } from './components.ts';

const id = z.string().min(1).max(64);
const coordinate = z.int().min(-100).max(100);
const place = { x: coordinate, y: coordinate, rotation: z.int().min(0).max(3) };
const bonus = z.int().min(0).max(8).exactOptional();
const flag = z.boolean().exactOptional();
const step = { bonus, through: flag, acceptSinking: flag };
/** No seat ever has more coins than this; a larger sum is a typing error. */
const sum = z.int().min(1).max(1_000_000);

export const commandSchemas = {
  'draw-tile': z.strictObject({}),
  'place-tile': z.strictObject(place),
  'place-port': z.strictObject(place),
  load: z.strictObject({ shipId: id }),
  depart: z.strictObject({ shipId: id, direction: z.int().min(0).max(7), ...step }),
  advance: z.strictObject({ shipId: id, ...step }),
  turn: z.strictObject({ shipId: id, side: z.enum(['left', 'right']), bonus }),
  'move-sailor': z.strictObject({ sailorId: id, x: coordinate, y: coordinate }),
  'buy-ship': z.strictObject({ kind: z.enum(SHIP_KINDS), portId: id }),
  'buy-sailor': z.strictObject({ tileId: id }),
  attack: z.strictObject({ pirateId: id, flank: z.enum(['left', 'right']), ransom: sum.exactOptional() }),
  'answer-berth': z.strictObject({ accept: z.boolean() }),
  'answer-ransom': z
    .strictObject({
      reply: z.enum(['pay', 'refuse', 'counter']),
      amount: z.int().min(-1_000_000).max(1_000_000).exactOptional(),
    })
    .refine(({ reply, amount }) => (reply === 'counter') === (amount !== undefined), {
      message: 'amount: with a counter, and only then',
    }),
  'answer-counter': z.strictObject({ accept: z.boolean() }),
  sell: z.strictObject({ pieceId: id }),
  'end-turn': z.strictObject({}),
  resign: z.strictObject({}),
} as const;

type ByType = CommandTable<typeof commandSchemas>;
export type CommandType = keyof ByType;
export type CommandOf<Type extends CommandType> = ByType[Type];
export type Command = CommandOf<CommandType>;
export const COMMANDS = Object.keys(commandSchemas) as CommandType[];

/** The fields that every step of a ship may carry. */
export interface StepFlags {
  readonly bonus?: number;
  readonly through?: boolean;
  readonly acceptSinking?: boolean;
}
