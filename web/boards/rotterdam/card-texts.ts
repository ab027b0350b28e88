// What the Navigation cards do, in a sentence each.
import type { Command } from './atlas.ts';
import { say } from './sight.ts';

const TEXTS = {
  'fortune-turns': 'cardFortuneTurns',
  'extra-cargo': 'cardExtraCargo',
  setback: 'cardSetback',
  storm: 'cardStorm',
  joker: 'cardJoker',
  advantage: 'cardAdvantage',
  'extra-advantage': 'cardAdvantage',
  'cargo-thief': 'cardCargoThief',
  inspection: 'cardInspection',
} as const;

const isTold = (kind: string): kind is keyof typeof TEXTS => Object.hasOwn(TEXTS, kind);

/** Null for a kind that only another edition has. */
export function toldCard(kind: string | null): string | null {
  return kind !== null && isTold(kind) ? say(TEXTS[kind]) : null;
}

const LAY: Command['type'] = 'lay-advantage';

/** The kind of card that a command plays. */
export function playedKind(type: string | null): string | null {
  if (type === LAY) return 'advantage';
  return type?.startsWith('play-') === true ? type.slice('play-'.length) : null;
}
