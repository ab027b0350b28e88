// What a table may choose (section 10).
import { z } from 'zod';
import { accept, type OptionCode, type Parsed, reject } from '../../kernel/codes.ts';
import { parseWith } from '../../kernel/parse.ts';
import type { Components } from './components.ts';

export const optionsSchema = z.strictObject({
  targetCoins: z.int().min(300).max(5000).exactOptional(),
  finalRounds: z.int().min(1).max(30).exactOptional(),
  firstSeat: z.union([z.literal('random'), z.int().min(0).max(3)]).exactOptional(),
  hiddenCargo: z.boolean().exactOptional(),
});

export interface Options {
  targetCoins: number;
  finalRounds: number;
  firstSeat: 'random' | number;
  hiddenCargo: boolean;
}

export function parseOptions(parts: Components, raw: unknown, seats: number): Parsed<Options, OptionCode> {
  const parsed = parseWith(optionsSchema, raw);
  if (!parsed.ok) return parsed;
  const options: Options = {
    targetCoins: parsed.value.targetCoins ?? parts.constants.targetCoins,
    finalRounds: parsed.value.finalRounds ?? parts.finalRounds,
    firstSeat: parsed.value.firstSeat ?? 'random',
    hiddenCargo: parsed.value.hiddenCargo ?? false,
  };
  if (options.firstSeat !== 'random' && options.firstSeat >= seats)
    return reject('option-not-allowed', 'CAB-2.1', 'firstSeat: the table has no such seat');
  return accept(options);
}
