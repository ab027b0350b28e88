// The kinds of decision.
import { bid } from './phases/bid.ts';
import type { Question } from './play.ts';
import type { Kind } from './state.ts';

export const questions: Readonly<Record<Kind, Question>> = { bid };
