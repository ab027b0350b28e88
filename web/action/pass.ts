// What a player who passes until further notice does about a question. Pure functions.

interface Question {
  /** What the seat could do besides passing; undefined: passing is not all there is to do. */
  readonly held: readonly string[] | undefined;
  /** Whether the last answer was refused. */
  readonly isRefused: boolean;
}

/** `known`: what could have been played when the player said so; whatever is new is for the player to see. */
export function onQuestion(
  known: readonly string[] | null,
  { held, isRefused }: Question,
): 'ask' | 'pass' | 'end' {
  if (known === null || held === undefined) return 'ask';
  return isRefused || held.some((card) => !known.includes(card)) ? 'end' : 'pass';
}
