// The server's own sentences, in the language the asker prefers.
import i18next, { type i18n } from 'i18next';
import { LANGUAGES, type Language } from '../shared/kernel/game.ts';
import en from './lang/en.json' with { type: 'json' };
import fr from './lang/fr.json' with { type: 'json' };

export type Say = (key: string) => string;

export function createSentences(): (language: Language) => Say {
  const texts: i18n = i18next.createInstance();
  // Everything is in memory, so this is done when it returns.
  void texts.init({
    initAsync: false,
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: en }, fr: { translation: fr } },
    interpolation: { escapeValue: false },
  });
  return (language) => texts.getFixedT(language);
}

/** The best of ours for an Accept-Language header; the rulebooks are French, programs ask for nothing. */
export function languageOf(header: string | undefined): Language {
  let best: { language: Language; weight: number } | undefined;
  for (const part of (header ?? '').slice(0, 500).split(',')) {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
    const language = LANGUAGES.find((known) => tag === known || tag.startsWith(`${known}-`));
    if (language === undefined) continue;
    const quality = parameters.find((parameter) => parameter.trim().startsWith('q='));
    const weight = quality === undefined ? 1 : Number(quality.trim().slice(2));
    if (weight > 0 && (best === undefined || weight > best.weight)) best = { language, weight };
  }
  return best?.language ?? 'en';
}
