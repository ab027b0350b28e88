// Checks a record in this page, with the rules of all games: the same function as `npm run verify`.
import './no-eval.ts';
import { families } from '../../shared/games/index.ts';
import { revive } from '../../shared/kernel/keys.ts';
import { sha256 } from '../../shared/kernel/sha256.ts';
import { type Verification, verifyInParts } from '../../shared/protocol/verify.ts';
import type { Language } from '../lib/language.ts';

/** How long the page may stand still. */
const SLICE_MS = 24;

interface Watching {
  /** Called between two slices with the number of moves that were played again. */
  readonly onProgress: (moves: number) => void;
  /** Another record is to be checked instead. */
  readonly isStale: () => boolean;
  /** The components, if they do not come with this page. */
  readonly edition?: unknown;
}

/** `undefined`: it became stale. */
export async function checkRecord(raw: unknown, watching: Watching): Promise<Verification | undefined> {
  const { onProgress, isStale, edition } = watching;
  const parts = verifyInParts(raw, { families, edition, hash: sha256 });
  for (let until = 0; ; ) {
    const part = parts.next();
    if (part.done === true) return part.value;
    if (performance.now() < until) continue;
    onProgress(part.value);
    await new Promise((resolve) => setTimeout(resolve));
    if (isStale()) return undefined;
    until = performance.now() + SLICE_MS;
  }
}

/** Throws a `SyntaxError` if it is no JSON. */
export function parseJson(text: string): unknown {
  return JSON.parse(text, revive);
}

export function titleOf(game: string, language: Language): string {
  return familyOf(game)?.sentences[language].title ?? game;
}

/** The words of a game for why it ended. */
export function reasonOf(game: string, reason: string, language: Language): string {
  return familyOf(game)?.sentences[language].results[reason] ?? reason;
}

/** Whether this is the file of an edition of a game that is known here. */
export function isEdition(raw: unknown): boolean {
  return families.some((family) => family.parseEdition(raw).ok);
}

function familyOf(game: string) {
  return families.find(({ id }) => id === game);
}
