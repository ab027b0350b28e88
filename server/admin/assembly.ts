// Assembles the administrators' interface, and export and deletion for players.
import type { Router } from 'express';
import type { RoomService } from '../../rooms/index.ts';
import type { Language } from '../../shared/kernel/game.ts';
import type { Errand } from '../cluster/peers/errands.ts';
import type { Core } from '../core.ts';
import type { Say } from '../door/language.ts';
import { Personal } from '../people/personal.ts';
import type { Config } from '../process/config.ts';
import { administerAnywhere, createColleagueDesk, noColleagues, PeerColleagues } from './colleagues.ts';
import { adminRoutes } from './index.ts';
import { Office } from './office.ts';

interface Surroundings {
  readonly rooms: RoomService;
  readonly version: string;
  readonly sentences: (language: Language) => Say;
  readonly closing: () => boolean;
}

export interface AdministrationParts {
  readonly personal: Personal;
  readonly routes: Router;
  /** For other processes. */
  readonly answer: (errand: Pick<Errand, 'path' | 'body'>) => Promise<object | undefined>;
}

export function createAdministration(config: Config, core: Core, around: Surroundings): AdministrationParts {
  const { store, silences, shelf, families, log, deps, passing, limits, counting } = core;
  const { rooms, version, sentences, closing } = around;
  const { now, ownership } = deps;
  const colleagues = passing === undefined ? noColleagues : new PeerColleagues(passing.pipes);
  const administer = administerAnywhere(rooms, colleagues);
  const personal = new Personal({ store, administer, now, log });
  const office = new Office({
    store,
    shelf,
    administer,
    rooms,
    ownership,
    colleagues,
    silences,
    personal,
    now,
    log,
    version,
  });
  const routes = adminRoutes({
    office,
    administrators: config.administrators,
    limits: limits.process,
    counting,
    closing,
    rooms,
    sentences,
    titles: (language) => new Map(families.map(({ id, sentences: texts }) => [id, texts[language].title])),
    now,
  });
  return { personal, routes, answer: createColleagueDesk(rooms, () => office.here()) };
}
