// What can be seen of a text: names and chat leave out the rest, by one list.

/**
 * Controls, direction marks, fillers, tags, and symbols without ink. Selectors of the look of an emoji stay: they follow
 * what can be seen.
 */
const UNSEEN = /[[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800\ufffc\u{1d159}]--[\ufe0e\ufe0f]]/gv;
/** More than a few marks on one letter pile up over other lines. */
const PILED_MARKS = /(\p{M}{3})\p{M}+/gu;
/** A mark alone has nothing to stand on. */
const VISIBLE = /[^\p{M}\p{Z}]/u;

/** Something stands instead of each character that cannot be seen. */
export function withoutUnseen(text: string, instead: '' | ' '): string {
  return text.normalize('NFC').replace(UNSEEN, instead).replace(PILED_MARKS, '$1');
}

export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}
