// Copies a text that stands in a field.

type Field = Pick<HTMLInputElement, 'value' | 'select'> | null;

/** `false`: pages without encryption may not; the text is selected, and the player can copy it. */
export async function copied(field: Field): Promise<boolean> {
  if (field === null) return false;
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select();
    return false;
  }
}
