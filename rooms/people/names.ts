// Distinguishable names: at one table no two names look alike.
import { LOOK_ALIKES } from './look-alikes.ts';

/** What Unicode's list leaves out: similar at a glance, each followed by what it looks like. */
const SIMILAR = new Map(
  [
    // Cyrillic
    'АA ВB ЕE З3 КK МM НH ОO РP СC ТT УY ХX ЅS ІI ЈJ ԚQ ԜW ҮY ҺH аa вb гr еe з3 кk мm нh оo пn рp сc тt',
    'уy хx ьb ѕs іi јj ԁd ԛq ԝw үy һh ӏl ӀI',
    // Greek
    'ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX αa βb γy εe ηn ιi κk νv οo ρp σo τt υu χx ωw ϲc ϳj ϹC',
    // Armenian, Latin and others that no decomposition maps to a plain letter
    'օo ոn սu հh ցg քp ɑa ɡg ıi ʟl ʀr ɩi ʋv đd ðd øo łl ħh ŧt ɓb ɗd ƙk ƒf ǃI ǀI ⲟo ⲣp ⲥc',
  ]
    .join(' ')
    .split(' ')
    .map((pair): [string, string] => {
      const [from = '', ...to] = pair;
      return [from, to.at(-1) ?? ''];
    }),
);
/** By Unicode's list. */
const ALIKE = new Map(
  LOOK_ALIKES.trim()
    .split('\n')
    .flatMap((line) => {
      const [look = '', letters = ''] = line.split(' ');
      return Array.from(letters, (letter): [string, string] => [letter, look]);
    }),
);
/** Invisible or nearly invisible characters: marks, blanks, punctuation. U+2800 is an empty symbol. */
const UNSEEN = /[\p{M}\p{Z}\p{P}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const BARS = /[il1|]/g;
/** These look like themselves: both lists begin beyond them. */
const PLAIN = /^[ -~]*$/;

/** Equal for names that look the same at a glance. */
export function lookOf(name: string): string {
  const plain = name.normalize('NFKD').replace(UNSEEN, '');
  // Capitals resemble different letters from their lower-case forms.
  const look = inLatin(inLatin(plain).toLowerCase())
    .replace(BARS, 'l')
    .replaceAll('0', 'o')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
  // In a name that consists only of dots, the dots count.
  return look === '' ? name : look;
}

function inLatin(text: string): string {
  if (PLAIN.test(text)) return text;
  return Array.from(text, (letter) => SIMILAR.get(letter) ?? ALIKE.get(letter) ?? letter).join('');
}

/** The name, followed by a number if it looks like one that is taken. */
export function distinctName(name: string, taken: Iterable<string>): string {
  const looks = new Set(Array.from(taken, lookOf));
  let distinct = name;
  for (let number = 2; looks.has(lookOf(distinct)); number++) distinct = `${name} (${number})`;
  return distinct;
}
