// What is printed on a component, in words.
import type { LabelledField } from './said.ts';
import type { Wording } from './wording.ts';

interface Printed {
  readonly id: string;
  readonly name: string;
  readonly facts: readonly LabelledField[];
}

/** Its own name, owner and drawing are left out. */
const KNOWN: readonly string[] = ['id', 'name', 'seat', 'x', 'y', 'number', 'colour', 'mark'];

/** Only what the texts of the game have a name for. */
export function printedOn(piece: object, wording: Wording): Printed {
  const { id = '' } = piece as { readonly id?: string };
  const { fields } = wording.book;
  const facts = Object.entries(piece)
    .filter(([field, value]) => !KNOWN.includes(field) && value !== null && Object.hasOwn(fields, field))
    .map(([field, value]) => ({ field, label: wording.label(field), said: wording.said(value, {}, field) }));
  return { id, name: wording.component(id), facts };
}
