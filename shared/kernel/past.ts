// The versions of a game's rules: the current one, and earlier ones for matches that began with them.
import type { Game, GameFamily, Result } from './game.ts';

/** The current one first. */
export function versionsOf(family: GameFamily): readonly GameFamily[] {
  return [family, ...(family.past ?? [])];
}

/** `undefined`: these rules are not kept. */
export function underRules(family: GameFamily, rulesVersion: number): GameFamily | undefined {
  return versionsOf(family).find((version) => version.rulesVersion === rulesVersion);
}

/** The families, each with the earlier versions of it among `past`, the latest first. */
export function withPast(
  families: readonly GameFamily[],
  past: readonly GameFamily[],
): readonly GameFamily[] {
  return families.map((family) => {
    const own = past.filter(({ id }) => id === family.id);
    if (own.length === 0) return family;
    return { ...family, past: own.sort((one, other) => other.rulesVersion - one.rulesVersion) };
  });
}

/** An earlier version, before results said what ties went by: it played the same games as `family`, which followed. */
export function beforeTieBreaks(family: GameFamily, rulesVersion: number): GameFamily {
  return before(family, rulesVersion, ({ result }) => ({
    result: (state) => withoutTieBreak(result(state)),
  }));
}

/** An earlier version, when all draws were the next words of one stream; otherwise it is `family`, which followed. */
export function beforeStreams(family: GameFamily, rulesVersion: number): GameFamily {
  return before(family, rulesVersion, ({ setup }) => ({
    setup: (options, seats, seed) => setup(options, seats, seed, 'one'),
  }));
}

/** `otherwise`: what the earlier rules did in another way. */
function before(
  family: GameFamily,
  rulesVersion: number,
  otherwise: (following: Game) => Partial<Game>,
): GameFamily {
  return {
    ...family,
    rulesVersion,
    withEdition: (edition) => {
      const game = family.withEdition(edition);
      return { ...game, rulesVersion, ...otherwise(game) };
    },
  };
}

function withoutTieBreak(result: ReturnType<Game['result']>): Result | undefined {
  if (result === undefined) return undefined;
  return { ...result, ranking: result.ranking.map(({ tieBreak: _unsaid, ...place }) => place) };
}
