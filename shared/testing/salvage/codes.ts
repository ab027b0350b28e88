// Why a command is refused, besides the kernel's own reasons.
export const CODES = ['tug-not-in-hand'] as const;

export type Code = (typeof CODES)[number];
