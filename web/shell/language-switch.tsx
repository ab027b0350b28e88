// French or English, each written in its own language.
import { LANGUAGES, type Language, language, textsOf } from '../lib/language.ts';
import en from './lang/en.json' with { type: 'json' };
import fr from './lang/fr.json' with { type: 'json' };

const say = textsOf({ en, fr });
const NAMES: Readonly<Record<Language, string>> = { fr: 'Français', en: 'English' };

export function LanguageSwitch() {
  return (
    <fieldset class="shell-languages">
      <legend class="unseen">{say('language')}</legend>
      {LANGUAGES.map((one) => (
        <button
          key={one}
          type="button"
          lang={one}
          aria-label={NAMES[one]}
          aria-pressed={language.value === one}
          onClick={() => {
            language.value = one;
          }}
        >
          {one.toUpperCase()}
        </button>
      ))}
    </fieldset>
  );
}
