// The texts of what players are told while they do not look.
import { textsOf } from '../lib/language.ts';
import en from './lang/en.json' with { type: 'json' };
import fr from './lang/fr.json' with { type: 'json' };

export const say = textsOf({ en, fr });
