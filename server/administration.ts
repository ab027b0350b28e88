// Assembles the administrators' interface, and export and deletion for players.
import type { RoomService } from '../rooms/index.ts';
import type { Language } from '../shared/kernel/game.ts';
import { administerAnywhere } from './admin/elsewhere.ts';
import { adminAreas } from './admin/index.ts';
import { Office } from './admin/office.ts';
import type { AskPeer } from './cluster/peers/errands.ts';
import type { Core } from './core.ts';
import type { Area } from './http/route-table.ts';
import type { Tally } from './notices/tally.ts';
import { Personal } from './people/personal.ts';
import { type Config, unsetForNotices } from './process/config.ts';
import type { Say } from './process/language.ts';

interface Surroundings {
  readonly rooms: RoomService;
  readonly version: string;
  readonly sentences: (language: Language) => Say;
  readonly closing: () => boolean;
  readonly tally: Tally;
}

interface Administration {
  readonly personal: Personal;
  readonly office: Office;
  readonly areas: readonly Area[];
}

export function createAdministration(config: Config, core: Core, around: Surroundings): Administration {
  const { store, silences, reach, shelf, families, log, deps, passing, limits, counting } = core;
  const { rooms, version, sentences, closing, tally } = around;
  const { now, ownership } = deps;
  const ask: AskPeer = passing?.ask ?? (() => Promise.resolve(undefined));
  const administer = administerAnywhere(rooms, ask);
  const personal = new Personal({ store, devices: core.devices, administer, now, log });
  const matches = { store, shelf, administer, rooms, ownership, ask };
  const unset = unsetForNotices(config);
  const office = new Office({ ...matches, silences, personal, tally, unset, reach, now, log, version });
  const areas = adminAreas({
    office,
    administrators: config.administrators,
    limits: limits.process,
    counting,
    closing,
    sentences,
    titles: (language) => new Map(families.map(({ id, sentences: texts }) => [id, texts[language].title])),
    now,
    hasWebClient: config.webClient,
  });
  return { personal, office, areas };
}
