// Names at a table: what can be seen of them, no two that look alike, and those of bots, which are the same in French
// and English: small harbours for apprentices, ports for mates, navigators for captains.

import { SEAT_LIMIT, type Seat } from '../../shared/kernel/seat.ts';
import { STRENGTHS, type Strength } from '../../shared/kernel/strength.ts';
import NAMES from './bot-names.json' with { type: 'json' };
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
const OVERLOOKED = /[\p{M}\p{Z}\p{P}\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu;
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
  return name.normalize('NFKD').replace(OVERLOOKED, '');
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

/** A different one for each seat. `crew`: hexadecimal digits that choose where in the list a table begins; rematches keep them. */
export function botNameOf(crew: string, seat: Seat, strength: Strength): string {
  const names = NAMES[strength];
  const start = Number.parseInt(crew.slice(0, 8), 16) || 0;
  return names[(start + seat) % names.length] ?? '';
}

/** All names that bots of this table have or may get; people with such a name get a number. */
export function botNames(crew: string): string[] {
  return STRENGTHS.flatMap((strength) =>
    Array.from({ length: SEAT_LIMIT }, (_, seat) => botNameOf(crew, seat, strength)),
  );
}

/**
 * Controls, direction marks, fillers, tags, and symbols without ink. Selectors of the look of an emoji stay: they follow
 * what can be seen.
 */
const UNSEEN = /[[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800\ufffc\u{1d159}]--[\ufe0e\ufe0f]]/gv;
/** More than a few marks on one letter pile up over other lines. */
const PILED_MARKS = /(\p{M}{3})\p{M}+/gu;
/** A mark alone has nothing to stand on. */
const VISIBLE = /[^\p{M}\p{Z}]/u;

/** Something stands instead of each character that cannot be seen; names and chat leave out the same ones. */
export function withoutUnseen(text: string, instead: '' | ' '): string {
  return text.normalize('NFC').replace(UNSEEN, instead).replace(PILED_MARKS, '$1');
}

export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}
