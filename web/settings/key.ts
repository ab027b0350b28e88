// The key of a player as it travels from one device to another: as text, or in the fragment of a link.

/** Browsers do not send fragments: the key appears in no log. */
export function linkWith(key: string, origin: string): string {
  return `${origin}/settings#${key}`;
}

/** The key in what was pasted, or in an address; `undefined`: there is none. */
export function keyIn(text: string): string | undefined {
  const key = text.trim().replace(/^.*#/, '').replace(/\s+/g, '');
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(key) ? key : undefined;
}
