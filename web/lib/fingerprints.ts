// The fingerprints of seeds that this browser was shown while their matches were not over: what the page that checks
// compares records with.
import { shared } from './remembered.ts';

interface Noted {
  readonly match: string;
  readonly commitment: string;
  readonly at: number;
}

/** The oldest are forgotten first. */
const MOST = 200;

const notes = shared<readonly Noted[]>('fingerprints', [], areNotes);

export function noteFingerprint(match: string, { commitment, seed }: Shown): void {
  // Once it is over, anybody could have computed it.
  if (seed === null) notes.value = withNote(notes.value, { match, commitment, at: Date.now() });
}

interface Shown {
  readonly commitment: string;
  readonly seed: string | null;
}

export function fingerprintOf(match: string): Noted | undefined {
  return notes.value.find((note) => note.match === match);
}

/** The first sight of a match counts. */
export function withNote(known: readonly Noted[], note: Noted): readonly Noted[] {
  return known.some(({ match }) => match === note.match) ? known : [...known, note].slice(-MOST);
}

function areNotes(value: unknown): value is readonly Noted[] {
  return (
    Array.isArray(value) &&
    value.every(
      (note: Partial<Noted> | null) =>
        typeof note?.match === 'string' && typeof note.commitment === 'string' && typeof note.at === 'number',
    )
  );
}
