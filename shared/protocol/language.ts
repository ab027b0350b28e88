// The language of texts, as clients name it.
import { z } from 'zod';
import { LANGUAGES } from '../kernel/game.ts';

export const language = z.enum(LANGUAGES);
