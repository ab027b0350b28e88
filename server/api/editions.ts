// The catalogue of an edition, from which clients draw a table, under the edition's hash.
import { z } from 'zod';
import type { GameFamily } from '../../shared/kernel/game.ts';
import { Problem } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';
import type { Shelf } from '../process/shelf.ts';
import { type Prepared, prepare, sendPrepared } from './sent.ts';

/** Different content has a different hash. */
const FOR_EVER = { 'Cache-Control': 'public, max-age=31536000, immutable' };

export function editionRoutes(families: readonly GameFamily[], shelf: Shelf): Route[] {
  const ids = new Set(families.map((family) => family.id));
  // Made when first asked for; there are as many as the shelf has editions.
  const prepared = new Map<string, Prepared>();
  const find = (id: string, hash: string): Prepared => {
    if (!ids.has(id)) throw new Problem('unknown-game');
    const edition = shelf.editions(id).find(({ editionHash }) => editionHash === hash);
    if (edition === undefined) throw new Problem('unknown-edition');
    const key = `${id} ${hash}`;
    const found = prepared.get(key) ?? prepare(edition.family.catalogue.of(edition.raw));
    prepared.set(key, found);
    return found;
  };
  const params = z
    .strictObject({
      id: z.string().max(64),
      edition: z.string().max(64).describe('The hash, from the list of games.'),
    })
    .meta({ missing: { id: 'unknown-game', edition: 'unknown-edition' } });
  return [
    route({
      id: 'readEdition',
      tag: 'Games',
      method: 'get',
      auth: 'anyone',
      isAnywhere: true,
      path: '/games/{id}/editions/{edition}',
      summary: 'The components of an edition',
      description:
        'The catalogue from which clients draw a board: faces, values, positions, constants and the colours of seats. It contains every id in views, events and commands. It never changes and may be cached forever.',
      params,
      answers: {
        200: {
          description: 'The catalogue; its form depends on the game',
          schema: z.union(families.map(({ catalogue }) => catalogue.schema)),
        },
        304: { description: 'Not modified' },
      },
      refusals: ['unknown-game', 'unknown-edition'],
      handle: (call) => sendPrepared(call, find(call.params.id, call.params.edition), FOR_EVER),
    }),
  ];
}
