// The games of a host, each with its installed editions.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { PlayedWith } from '../../rooms/life/match-store.ts';
import type { GameShelf, Log } from '../../rooms/ports.ts';
import { canonicalJson } from '../../shared/kernel/canonical.ts';
import { idsIn } from '../../shared/kernel/catalogue.ts';
import type { Game, GameFamily } from '../../shared/kernel/game.ts';
import { versionsOf } from '../../shared/kernel/past.ts';
import { sha256 } from './chance.ts';
import { codeOf, reasonOf } from './reason.ts';

interface Shelved {
  readonly name: string;
  /** The latest rules that accept it. */
  readonly family: GameFamily;
  readonly game: Game;
  readonly editionHash: string;
  /** As it was read. */
  readonly raw: unknown;
}

/** With what only the server itself needs of an edition. */
export interface Shelf extends GameShelf {
  /**
   * The built-in one first; also those that only matches under earlier rules are played with. Empty for an unknown
   * game.
   */
  editions(game: string): readonly Shelved[];
}

interface ShelfOptions {
  readonly families: readonly GameFamily[];
  /** `<folder>/<game>/<name>.json`; it need not exist. */
  readonly editionsDir: string;
  readonly maxBytes: number;
  readonly maxPerGame: number;
  readonly log: Log;
}

export const EDITION_NAME = /^[a-z0-9][a-z0-9.-]{0,63}$/;

/** The permanent identity of an edition: records name it, and verifying looks it up. */
export function editionHashOf(raw: unknown): string {
  return sha256(canonicalJson(raw));
}

/** Reads everything once. An invalid built-in edition is a bug; an invalid file of the host is skipped. */
export function createShelf(options: ShelfOptions): Shelf {
  const shelf = new Map<string, readonly Shelved[]>();
  const rules = new Map<string, { readonly playedWith: PlayedWith; readonly game: Game }>();
  for (const family of options.families) {
    const items = [shelve(family, family.builtIn), ...fromFolder(family, options)];
    for (const older of family.past ?? []) {
      const item = shelve(older, older.builtIn);
      if (!items.some(({ editionHash }) => editionHash === item.editionHash)) items.push(item);
    }
    shelf.set(family.id, items);
    for (const item of items) {
      for (const { game, playedWith } of versionsWith(family, item)) {
        rules.set(keyOf(playedWith), { game, playedWith });
      }
    }
  }
  const offered = (game: string) => {
    const [builtIn, ...others] = shelf.get(game) ?? [];
    return builtIn === undefined
      ? []
      : [builtIn, ...others.filter(({ family }) => family === builtIn.family)];
  };
  return {
    games: [...shelf.keys()],
    playable: [...rules.values()].map(({ playedWith }) => playedWith),
    editions: (game) => shelf.get(game) ?? [],
    editionsOf: (game) => offered(game).map((item) => item.name),
    sentencesOf: (game) => options.families.find(({ id }) => id === game)?.sentences,
    find: (game, edition) => {
      const items = offered(game);
      return edition === undefined ? items[0] : items.find((item) => item.name === edition);
    },
    gameOf: (match) =>
      rules.get(keyOf(match))?.game ??
      shelf.get(match.game)?.find(({ editionHash }) => editionHash === match.editionHash)?.game,
    idsOf: ({ game, editionHash }) => {
      const item = shelf.get(game)?.find((one) => one.editionHash === editionHash);
      return item === undefined ? [] : idsIn(item.family.catalogue.of(item.raw));
    },
  };
}

function keyOf({ game, editionHash, rulesVersion }: PlayedWith): string {
  return `${game} ${editionHash} ${rulesVersion}`;
}

/** The edition under all rules that accept it. */
function versionsWith(
  family: GameFamily,
  { family: latest, game: shelved, editionHash, raw }: Shelved,
): { readonly game: Game; readonly playedWith: PlayedWith }[] {
  return versionsOf(family).flatMap((version) => {
    const edition = version.parseEdition(raw);
    if (!edition.ok) return [];
    const game = version === latest ? shelved : version.withEdition(edition.value);
    return { game, playedWith: { game: family.id, editionHash, rulesVersion: version.rulesVersion } };
  });
}

/** Throws with the reasons if the components are invalid. */
export function shelve(family: GameFamily, raw: unknown): Shelved {
  const edition = family.parseEdition(raw);
  if (edition.ok) {
    const game = family.withEdition(edition.value);
    return { name: game.edition, family, game, editionHash: editionHashOf(raw), raw };
  }
  const older = family.past?.find((version) => version.parseEdition(raw).ok);
  if (older !== undefined) return shelve(older, raw);
  throw new Error(edition.reasons.slice(0, 10).join('; ').slice(0, 1_000));
}

function fromFolder(family: GameFamily, options: ShelfOptions): Shelved[] {
  const folder = join(options.editionsDir, family.id);
  const found: Shelved[] = [];
  const taken = new Set([shelve(family, family.builtIn).name]);
  for (const file of filesOf(folder)) {
    try {
      if (found.length >= options.maxPerGame) throw new Error(`more than ${options.maxPerGame} editions`);
      const edition = readEdition(family, join(folder, file), options.maxBytes);
      if (edition.name !== file.slice(0, -'.json'.length)) {
        throw new Error(`the file must be called ${edition.name}.json, as the edition inside`);
      }
      if (taken.has(edition.name)) throw new Error('there is already an edition of that name');
      taken.add(edition.name);
      found.push(edition);
      options.log.info(
        { game: family.id, edition: edition.name, hash: edition.editionHash },
        'edition loaded',
      );
    } catch (error) {
      options.log.warn({ game: family.id, file, reason: reasonOf(error) }, 'edition skipped');
    }
  }
  return found;
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .sort();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

function readEdition(family: GameFamily, path: string, maxBytes: number): Shelved {
  const { size } = statSync(path);
  if (size > maxBytes) throw new Error(`the file has ${size} bytes, at most ${maxBytes} are read`);
  const edition = shelve(family, JSON.parse(readFileSync(path, 'utf8')));
  if (!EDITION_NAME.test(edition.name))
    throw new Error('its name may only contain lower-case letters, digits, dots and dashes');
  return edition;
}
