// The game's own refusals. The rule that each stands for is named where it is raised.

export const CODES = ['tug-not-in-hand'] as const;

export type Code = (typeof CODES)[number];
