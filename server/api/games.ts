// The games a host offers, each with its editions and the schemas of everything it accepts and sends.
import { z } from 'zod';
import type { GameShelf } from '../../rooms/ports.ts';
import { type GameFamily, LANGUAGES } from '../../shared/kernel/game.ts';
import { gameSchemas } from '../../shared/protocol/describe.ts';
import { gameFacts } from '../../shared/protocol/lists.ts';
import { Problem } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';
import { type Prepared, prepare, sendPrepared } from './sent.ts';

const jsonSchema = z.looseObject({}).describe('A JSON Schema.');

/** The shelf does not change while the server runs, so all of this is built once. */
export function gameRoutes(families: readonly GameFamily[], shelf: GameShelf): Route[] {
  const all: object[] = [];
  const one = new Map<string, { readonly game: Prepared; readonly schemas: Prepared }>();
  for (const family of families) {
    const described = describeFamily(family, shelf);
    const builtIn = shelf.find(family.id)?.game;
    if (described === undefined || builtIn === undefined) continue;
    all.push(described);
    one.set(family.id, {
      game: prepare(described),
      schemas: prepare(gameSchemas(builtIn, family.catalogue)),
    });
  }
  const games = prepare({ games: all });
  const find = (id: string) => {
    const found = one.get(id);
    if (found === undefined) throw new Problem('unknown-game');
    return found;
  };
  const params = z.strictObject({ id: z.string().max(64) }).meta({ missing: { id: 'unknown-game' } });
  const common = { tag: 'Games', method: 'get', auth: 'anyone', isAnywhere: true } as const;
  const unchanged = { 304: { description: 'Not modified' } };
  return [
    route({
      ...common,
      id: 'listGames',
      path: '/games',
      summary: 'The games of this server',
      answers: {
        200: { description: 'All games', schema: z.strictObject({ games: z.array(gameFacts) }) },
        ...unchanged,
      },
      handle: (call) => sendPrepared(call, games),
    }),
    route({
      ...common,
      id: 'readGame',
      path: '/games/{id}',
      summary: 'One game',
      params,
      answers: { 200: { description: 'The game', schema: gameFacts }, ...unchanged },
      refusals: ['unknown-game'],
      handle: (call) => sendPrepared(call, find(call.params.id).game),
    }),
    route({
      ...common,
      id: 'readGameSchemas',
      path: '/games/{id}/schemas',
      summary: 'JSON Schemas of commands, events, views and refusals of a game',
      params,
      answers: {
        200: { description: 'A JSON Schema with everything under $defs', schema: jsonSchema },
        ...unchanged,
      },
      refusals: ['unknown-game'],
      handle: (call) => sendPrepared(call, find(call.params.id).schemas),
    }),
  ];
}

function describeFamily(family: GameFamily, shelf: GameShelf): object | undefined {
  const builtIn = shelf.find(family.id)?.game;
  if (builtIn === undefined) return undefined;
  const describe = (schema: z.ZodObject) => z.toJSONSchema(schema, { io: 'input' });
  return {
    id: family.id,
    title: Object.fromEntries(LANGUAGES.map((language) => [language, family.sentences[language].title])),
    rulesVersion: builtIn.rulesVersion,
    seats: builtIn.seats,
    editions: shelf.editionsOf(family.id).map((name) => ({
      name,
      hash: shelf.find(family.id, name)?.editionHash,
    })),
    options: describe(builtIn.schemas.options),
    commands: Object.fromEntries(
      Object.entries(builtIn.schemas.commands).map(([type, schema]) => [type, describe(schema)]),
    ),
  };
}
