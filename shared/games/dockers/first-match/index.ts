// The first match of Comptoir des Antilles: what it takes to begin it, loaded by those who do.
import type { FirstMatch } from '../../../kernel/course.ts';
import { dockers } from '../index.ts';
import en from './en.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import script from './script.json' with { type: 'json' };

export const firstMatch = { family: dockers, script, texts: { en, fr } } satisfies FirstMatch;
