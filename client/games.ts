// The types of every registered game by its id. In the package they are generated from the games' schemas.
import type { Games as Registered } from '../shared/games/index.ts';
import type { CatalogueContent } from '../shared/kernel/catalogue.ts';

export type Games = {
  [Id in keyof Registered]: Pick<
    Registered[Id],
    'Options' | 'Command' | 'Event' | 'Public' | 'Private' | 'Code' | 'Kind'
  > & { Catalogue: CatalogueContent };
};
