// Refusals in the reader's language.
import { createInstance, type i18n } from 'i18next';
import { type GameFamily, LANGUAGES, type Language } from '../../shared/kernel/game.ts';
import en from '../../shared/lang/en.json' with { type: 'json' };
import fr from '../../shared/lang/fr.json' with { type: 'json' };

const COMMON = { en, fr } as const;

export class RefusalTexts {
  readonly #texts: i18n;

  /** `own`: the game's own texts; its codes are known in addition to the common ones. */
  constructor(own: GameFamily['sentences'] | undefined) {
    this.#texts = createInstance();
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
