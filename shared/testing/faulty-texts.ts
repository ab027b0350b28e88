// Checks user-facing sentences, for tests: finds raw ids, gaps and typographical faults.
import type { Language } from '../kernel/game.ts';

type Faults = Readonly<Record<string, RegExp>>;

/** In any text. */
const IN_TEXTS: Faults = {
  'two spaces': / {2}|[ \u202F\u00A0][ \u202F\u00A0]|^\s|\s$/u,
  'doubled punctuation': /[.,;:!?]\s*[.,;:]|[,;:]\s*[!?]/u,
  'a space before a comma, a full stop or a closing bracket': /\s[.,)]|\(\s/u,
  'empty brackets': /\(\s*\)|«\s*»|“\s*”/u,
  'a straight apostrophe or quotation mark': /['"]/,
};

const IN_TEXTS_OF: Readonly<Record<Language, Faults>> = {
  fr: {
    'no narrow no-break space before : ; ! ? »': /[^\u202F:;!?][:;!?»]/u,
    'no narrow no-break space after «': /«[^\u202F]/u,
    'a narrow no-break space for nothing': /(?<!«)\u202F(?![:;!?»])/u,
    'no no-break space after n°': /n°[^\u00A0]/u,
    'an elision left out': /(?<![\p{L}-])(?:de|que|le|la|ce|se|ne|jusque|lorsque) [aeiouyâàéèêîôœ]/iu,
    'a plural after 0 or 1': /(?<![\d.,:×] ?)\b[01] (?!fois)\p{Ll}+[sx]\b/u,
    'épice is feminine': /\b(?:un|cet|autre|le) épice\b(?<!une autre épice)|épice que le sien/iu,
  },
  en: {
    'a space before : ; ! ?': /\s[:;!?]/,
    'a plural after 1':
      /(?<![\d.,:×] ?)\b1 (?:goods )?(?:primes|porters|coins|cards|flags|points|ships|unused bonus moves|tiles|rounds)\b/,
  },
};

/** In a sentence about an event. */
const IN_SENTENCES: Faults = {
  'a placeholder that was not filled in': /{{|}}/,
  'no value': /\b(?:undefined|null|NaN|true|false)\b|\[object/,
  'a raw id': /\b[a-z]+(?:-[a-z0-9]+)*-[a-z]?\d+\b|(?<![\w×])\*/,
  'a list without a form for nothing': /(?::\s|\(|avec |with )(?:rien|nothing)\b/,
  'no capital at the beginning': /^[^\p{Lu}\d«“]/u,
  'no full stop at the end': /[^.!?]$/,
};

export function faultsInText(text: string, language: Language): string[] {
  return found({ ...IN_TEXTS, ...IN_TEXTS_OF[language] }, text);
}

/** `words`: English identifiers that must not appear in a French sentence. */
export function faultsInSentence(sentence: string, language: Language, words: ReadonlySet<string>): string[] {
  const foreign = language === 'fr' ? sentence.split(/[^\p{L}-]+/u).filter((word) => words.has(word)) : [];
  return [
    ...found({ ...IN_TEXTS, ...IN_TEXTS_OF[language], ...IN_SENTENCES }, sentence),
    ...foreign.map((word) => `the word ${word} of the program: ${sentence}`),
  ];
}

function found(faults: Faults, text: string): string[] {
  return Object.entries(faults).flatMap(([name, pattern]) =>
    pattern.test(text) ? [`${name}: ${text}`] : [],
  );
}
