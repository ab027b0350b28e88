// Rejection codes of this game, in addition to the kernel's.
export const CODES = ['tug-not-in-hand'] as const;

export type Code = (typeof CODES)[number];
