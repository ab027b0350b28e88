// A whole command in one line: its name and fields.
import { isNothing, textOf } from './said.ts';
import type { Wording } from './wording.ts';

/** Fields of the envelope. */
const ENVELOPE: readonly string[] = ['type', 'decision', 'commandId'];

export function commandText(wording: Wording, command: { readonly type: string }): string {
  const { type } = command;
  const fields: readonly (readonly [string, unknown])[] = Object.entries(command);
  const details = fields.flatMap(([field, value]) => {
    if (ENVELOPE.includes(field) || value === false || value === null) return [];
    const said = wording.picked(type, field, value);
    return isNothing(said, wording.nothing) ? [] : [wording.pair(wording.place(type, field), textOf(said))];
  });
  const name = textOf(wording.picked(type, 'type', type));
  return details.length === 0 ? name : `${name} (${details.join(', ')})`;
}
