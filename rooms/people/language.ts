// Which of our languages a client prefers, for every transport.
//
// Not `negotiator`: for «en-GB, fr» it chooses French, because our `en` is a less exact match than `fr`.
import { LANGUAGES, type Language } from '../../shared/kernel/game.ts';

const LONGEST_HEADER = 500;

/** The best of ours for an Accept-Language header; English if it prefers none of them. */
export function languageOf(acceptLanguage: string | undefined): Language {
  let best: { readonly language: Language; readonly weight: number } | undefined;
  for (const part of (acceptLanguage ?? '').slice(0, LONGEST_HEADER).split(',')) {
    const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const language = LANGUAGES.find((known) => tag === known || tag.startsWith(`${known}-`));
    if (language === undefined) continue;
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    const weight = quality === undefined ? 1 : Number(quality.slice(2));
    if (weight > 0 && (best === undefined || weight > best.weight)) best = { language, weight };
  }
  return best?.language ?? 'en';
}
