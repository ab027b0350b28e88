// The server's own sentences, in the client's preferred language.
import i18next, { type i18n } from 'i18next';
import type { Language } from '../../shared/kernel/game.ts';
import en from './lang/en.json' with { type: 'json' };
import fr from './lang/fr.json' with { type: 'json' };

export type Say = (key: string, values?: Readonly<Record<string, string>>) => string;

export function createSentences(): (language: Language) => Say {
  const texts: i18n = i18next.createInstance();
  // Everything is in memory, so this completes synchronously.
  void texts.init({
    initAsync: false,
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: en }, fr: { translation: fr } },
    interpolation: { escapeValue: false },
  });
  return (language) => {
    const say = texts.getFixedT(language);
    return (key, values = {}) => say(key, values);
  };
}
