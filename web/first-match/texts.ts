// The words of the frame of first matches; what is said in them is in the folders of the games.
import { textsOf } from '../lib/language.ts';
import en from './lang/en.json' with { type: 'json' };
import fr from './lang/fr.json' with { type: 'json' };

export const say = textsOf({ en, fr });
