// The first match of Rotterdam: what it takes to begin it, loaded by those who do.
import type { FirstMatch } from '../../../kernel/course.ts';
import { rotterdam } from '../index.ts';
import en from './en.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import script from './script.json' with { type: 'json' };

export const firstMatch = { family: rotterdam, script, texts: { en, fr } } satisfies FirstMatch;
