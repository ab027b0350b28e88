// Refusals in the reader's language.
import { createInstance, type i18n } from 'i18next';
import { familyOf } from '../shared/games/index.ts';
import { LANGUAGES, type Language } from '../shared/kernel/game.ts';
import en from '../shared/lang/en.json' with { type: 'json' };
import fr from '../shared/lang/fr.json' with { type: 'json' };

const COMMON = { en, fr } as const;

export class Sentences {
  readonly #texts: i18n;

  /** `game`: includes its own codes. */
  constructor(game: string) {
    this.#texts = createInstance();
    const own = familyOf(game)?.sentences;
    void this.#texts.init({
      lng: 'en',
      fallbackLng: 'en',
      initAsync: false,
      keySeparator: '/',
      interpolation: { escapeValue: false },
      resources: Object.fromEntries(
        LANGUAGES.map((language) => [
          language,
          { translation: { codes: { ...own?.[language].codes, ...COMMON[language].codes } } },
        ]),
      ),
    });
  }

  ofCode(code: string, language: Language): string {
    return this.#texts.t(`codes/${code}`, { lng: language });
  }
}
