// How well a built-in opponent plays.

/** Weakest first. */
export const STRENGTHS = ['apprentice', 'mate', 'captain'] as const;
export type Strength = (typeof STRENGTHS)[number];

/** What a bot plays like if nobody chose. */
export const USUAL_STRENGTH: Strength = 'mate';
