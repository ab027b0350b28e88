// Distinguishable names: at one table no two names look alike.
import { LOOK_ALIKES, OTHER_LOOK_ALIKES } from './look-alikes.ts';

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
const ALIKE = alikeIn(LOOK_ALIKES);
const ALIKE_ELSEWHERE = alikeIn(OTHER_LOOK_ALIKES);
/** Invisible or nearly invisible characters: marks, blanks, punctuation. U+2800 is an empty symbol. */
const UNSEEN = /[\p{M}\p{Z}\p{P}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const BARS = /[il1|]/g;
/** These look like themselves: both lists begin beyond them. */
const PLAIN = /^[ -~]*$/;

function alikeIn(table: string): ReadonlyMap<string, string> {
  const lines = table.trim().split('\n');
  return new Map(
    lines.flatMap((line) => {
      const [look = '', letters = ''] = line.split(' ');
      return Array.from(letters, (letter): [string, string] => [letter, look]);
    }),
  );
}

/** Names that have one of these in common look the same at a glance. */
export function looksOf(name: string): readonly string[] {
  const plain = plainOf(name);
  if (PLAIN.test(plain)) return [lookOf(name)];
  // Capitals of two scripts may be the same while their lower-case forms are not (Г, Γ), and the other way round.
  return [lookOf(name), `drawn ${drawingOf(plain)}`, `drawn ${drawingOf(plain.toLowerCase())}`];
}

/** As drawn, whatever the script: UTS 39’s skeleton, without marks. */
function drawingOf(plain: string): string {
  const drawn = Array.from(plain, (letter) => ALIKE.get(letter) ?? ALIKE_ELSEWHERE.get(letter) ?? letter);
  return drawn.join('').replace(/[I1|]/g, 'l').replaceAll('0', 'O').replaceAll('rn', 'm');
}

function plainOf(name: string): string {
  return name.normalize('NFKD').replace(UNSEEN, '');
}

/** Equal for names that look the same at a glance to who reads Latin letters. */
export function lookOf(name: string): string {
  const plain = plainOf(name);
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
  const looks = new Set(Array.from(taken, looksOf).flat());
  const isTaken = (one: string) => looksOf(one).some((look) => looks.has(look));
  let distinct = name;
  for (let number = 2; isTaken(distinct); number++) distinct = `${name} (${number})`;
  return distinct;
}
