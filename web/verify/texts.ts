// The texts of the page that checks.
import { textsOf } from '../lib/language.ts';
import en from './lang/en.json' with { type: 'json' };
import fr from './lang/fr.json' with { type: 'json' };

export const say = textsOf({ en, fr });
export type TextKey = keyof typeof en;
