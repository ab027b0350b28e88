// Copies the text of a field.

type Field = Pick<HTMLInputElement, 'value' | 'select'> | null;

/** `false`: not allowed without HTTPS; the text is selected, so that the player can copy it. */
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
