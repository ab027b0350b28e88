// How well a built-in opponent plays.

/** Weakest first. */
export const STRENGTHS = ['apprentice', 'mate', 'captain'] as const;
export type Strength = (typeof STRENGTHS)[number];

/** The default strength. */
export const USUAL_STRENGTH: Strength = 'mate';
