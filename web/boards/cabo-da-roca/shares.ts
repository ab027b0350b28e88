// Some of the sums that may be named for a ransom: any other can be entered in the bar of actions.

const SHARES = [0.25, 0.5, 0.75, 1] as const;

export function sharesOf(most: number): number[] {
  if (most < 1) return [];
  return [...new Set(SHARES.map((share) => Math.max(1, Math.round(most * share))))];
}
