// The games with a first match. Each is loaded, with the rules of its game, when it is begun.
import type { FirstMatch } from '../../shared/kernel/course.ts';

const FIRST_MATCHES: Readonly<Record<string, () => Promise<FirstMatch>>> = {
  'cabo-da-roca': async () =>
    (await import('../../shared/games/cabo-da-roca/first-match/index.ts')).firstMatch,
  borneo: async () => (await import('../../shared/games/borneo/first-match/index.ts')).firstMatch,
  dockers: async () => (await import('../../shared/games/dockers/first-match/index.ts')).firstMatch,
  rotterdam: async () => (await import('../../shared/games/rotterdam/first-match/index.ts')).firstMatch,
};

export function hasFirstMatch(game: string): boolean {
  return Object.hasOwn(FIRST_MATCHES, game);
}

export async function firstMatchOf(game: string): Promise<FirstMatch | undefined> {
  return hasFirstMatch(game) ? await FIRST_MATCHES[game]?.() : undefined;
}
