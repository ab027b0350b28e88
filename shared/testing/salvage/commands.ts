// The commands of this game. Legal commands are listed in this order.
import { sendTug } from './phases/bid.ts';

export const commands = [sendTug] as const;
