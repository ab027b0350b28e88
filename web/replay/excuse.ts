// The text shown when a match cannot be replayed.
import { Refusal } from '../../client/index.ts';

/** Refusals with a specific text for replays. */
const KNOWN = [
  'not-finished',
  'other-rules',
  'unknown-match',
  'not-started',
  'invitation-required',
  'spectators-not-allowed',
  'unknown-seat',
] as const;
type Known = (typeof KNOWN)[number];

type Excuse =
  | { readonly key: Known | 'unreachable'; readonly text: ''; readonly isPassing: boolean }
  | { readonly key: null; readonly text: string; readonly isPassing: boolean };

export function excuseOf(fault: unknown): Excuse {
  if (!(fault instanceof Refusal)) return { key: 'unreachable', text: '', isPassing: true };
  const { code, message } = fault;
  const known = KNOWN.find((one) => one === code);
  if (known !== undefined) return { key: known, text: '', isPassing: false };
  // The server's own sentence, in the reader's language.
  return { key: null, text: message.slice(code.length + 2), isPassing: true };
}
