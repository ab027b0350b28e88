// The widths at which the layout changes, of a window or of the place that a part has, by what is just too narrow.
export const BREAKPOINTS = { phone: 560, tablet: 900, laptop: 1200, desk: 1440 } as const;

export function isNarrower(than: keyof typeof BREAKPOINTS): boolean {
  return window.matchMedia(`(width < ${BREAKPOINTS[than]}px)`).matches;
}
