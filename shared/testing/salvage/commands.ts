// The commands of this game. Legal commands are listed in this order.
import type { CommandIn } from '../../kernel/rules.ts';
import { sendTug } from './phases/bid.ts';

export const commands = [sendTug] as const;

export type Command = CommandIn<typeof commands>;
