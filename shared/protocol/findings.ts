// What a check of a record finds: as data, and as a sentence for players.
import type { Language } from '../kernel/game.ts';
import en from '../lang/en.json' with { type: 'json' };
import fr from '../lang/fr.json' with { type: 'json' };

type FindingCode = keyof typeof en.findings;

export interface Finding {
  readonly code: FindingCode;
  readonly fields: Readonly<Record<string, string | number>>;
}

/** Where a record is not true. */
export interface Place {
  /** The move it is about, if it is about one. */
  readonly version: number | null;
  /** A path in the record, such as `entries.3.command`; empty for the record as a whole. */
  readonly field: string;
}

const TEXTS: Readonly<Record<Language, Readonly<Record<FindingCode, string>>>> = {
  en: en.findings,
  fr: fr.findings,
};

export function sayFinding({ code, fields }: Finding, language: Language): string {
  return TEXTS[language][code].replace(/{{(\w+)}}/g, (_, name: string) => String(fields[name] ?? ''));
}

/** A reason not to believe a record; ends the check. */
export class Doubt extends Error {
  readonly finding: Finding;
  readonly place: Place;
  /** `false`: the record may well be true, but this program lacks the rules or the edition to tell. */
  readonly isJudged: boolean = true;

  constructor(finding: Finding, field: string, version: number | null = null) {
    super(sayFinding(finding, 'en'));
    this.finding = finding;
    this.place = { version, field };
  }
}

/** A reason why this program cannot judge a record. */
export class Unjudged extends Doubt {
  override readonly isJudged = false;
}

/** The path of the first difference between two values of plain data; `undefined`: they are equal. */
export function firstDifference(one: unknown, other: unknown, path: string): string | undefined {
  if (!isObject(one) || !isObject(other)) return one === other ? undefined : path;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  for (const key of keys) {
    const found = firstDifference(one[key], other[key], `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return Array.isArray(one) === Array.isArray(other) ? undefined : path;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
