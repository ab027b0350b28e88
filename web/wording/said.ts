// A value in words, still structured, so that it can be shown as a line, a list or a table.

export type Said =
  | { readonly as: 'text'; readonly text: string }
  | { readonly as: 'seat'; readonly seat: number; readonly text: string }
  | { readonly as: 'component'; readonly id: string; readonly text: string }
  | { readonly as: 'list'; readonly items: readonly Said[] }
  /** Values by name: counts of things, hands of players. */
  | { readonly as: 'entries'; readonly entries: readonly Entry[] }
  /** What an object consists of. */
  | { readonly as: 'fields'; readonly fields: readonly LabelledField[] }
  | { readonly as: 'table'; readonly rows: readonly (readonly LabelledField[])[] };

interface Entry {
  readonly name: Said;
  readonly value: Said;
}

export interface LabelledField {
  /** The name in the program. */
  readonly field: string;
  readonly label: string;
  readonly said: Said;
}

/** Not worth a line: no, none, nobody. */
export function isNothing(said: Said, nothing: string): boolean {
  return said.as === 'text' && (said.text === nothing || said.text === '');
}

/** In one line. */
export function textOf(said: Said): string {
  switch (said.as) {
    case 'text':
    case 'seat':
    case 'component':
      return said.text;
    case 'list':
      return said.items.map(textOf).join(', ');
    case 'entries':
      return said.entries.map(({ name, value }) => entryText(textOf(name), value)).join(', ');
    case 'fields':
      return said.fields.map(fieldText).join(', ');
    case 'table':
      return said.rows.map((row) => row.map(fieldText).join(', ')).join('; ');
  }
}

/** With its label, unless the value says the same: "yellow ship 3", not "Ship yellow ship 3". */
function fieldText({ label, said }: LabelledField): string {
  const text = textOf(said);
  const words = text.toLowerCase().split(/[\s’']+/);
  return words.includes(label.toLowerCase()) ? text : `${label} ${text}`;
}

/** «silk ×2», «Ann: Barge, Kitty». */
export function entryText(name: string, value: Said): string {
  return value.as === 'text' && /^−?\d+$/.test(value.text)
    ? `${name} ×${value.text}`
    : `${name} (${textOf(value)})`;
}
