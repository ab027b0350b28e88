// What a player's list of devices calls this browser.

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Product names, the same in every language: `Firefox · Linux`. */
export function deviceNameOf(userAgent: string): string {
  const first = (list: typeof BROWSERS) => list.find(([sign]) => sign.test(userAgent))?.[1];
  const known = [first(BROWSERS), first(SYSTEMS)].filter((word) => word !== undefined);
  return known.join(' · ') || 'Browser';
}
