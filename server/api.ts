// The HTTP interface for clients: guests, games, records, one's own matches.
import { type Request, type RequestHandler, Router } from 'express';
import { z } from 'zod';
import type { GameShelf, Identity, Log, MatchRow, MatchStore } from '../rooms/ports.ts';
import { type GameFamily, LANGUAGES } from '../shared/kernel/game.ts';
import { whatIsWrong } from '../shared/kernel/parse.ts';
import { keyOf } from './guard.ts';
import type { Identities } from './identity.ts';
import type { ProcessLimits } from './limits.ts';
import { Problem } from './problem.ts';
import { RateLimiter } from './rate.ts';
import { reasonOf } from './reason.ts';
import { buildRecord, type MatchRecord, tableOf } from './record.ts';

export interface ApiDeps {
  readonly families: readonly GameFamily[];
  readonly shelf: GameShelf;
  readonly store: MatchStore;
  readonly identities: Identities;
  readonly limits: ProcessLimits;
  readonly log: Log;
}

const guestSchema = z.strictObject({ name: z.string().max(1_000) });
const MATCH_ID = /^[\w-]{1,64}$/;
const UNFINISHED = ['lobby', 'playing', 'frozen'] as const;

export function apiRoutes(deps: ApiDeps): Router {
  const router = Router();
  router.post('/guests', makeGuest(deps));
  router.get('/games', listGames(deps));
  router.get('/matches/:id/record', sendRecord(deps));
  router.get('/me/matches', listMine(deps));
  return router;
}

/** A new guest; with a valid token the same guest under a new name and date. */
function makeGuest({ identities, limits }: ApiDeps): RequestHandler {
  const limiter = new RateLimiter({
    amount: limits.guestsPerHour,
    seconds: 3_600,
    maxKeys: limits.rememberedKeys,
  });
  return async (request, response) => {
    const parsed = guestSchema.safeParse(request.body);
    if (!parsed.success) throw new Problem('bad-payload', { detail: whatIsWrong(parsed.error) });
    const name = identities.cleanName(parsed.data.name);
    if (name === undefined) throw new Problem('name-not-allowed', { detail: 'name' });
    const known = await identities.identify(bearerOf(request));
    if (known === undefined) allow(limiter, request);
    const ticket = await identities.issue(name, known);
    response
      .status(201)
      .set('Cache-Control', 'no-store')
      .json({ ...ticket, expiresAt: new Date(ticket.expiresAt).toISOString() });
  };
}

/** The shelf does not change while the server runs, so this is built once. */
function listGames({ families, shelf }: ApiDeps): RequestHandler {
  const games = families.flatMap((family) => {
    const builtIn = shelf.find(family.id)?.game;
    if (builtIn === undefined) return [];
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
  });
  const text = JSON.stringify({ games });
  return (_request, response) => {
    response.set('Cache-Control', 'public, max-age=60').type('json').send(text);
  };
}

function sendRecord({ shelf, store, limits, log }: ApiDeps): RequestHandler {
  const limiter = new RateLimiter({
    amount: limits.recordsPerMinute,
    seconds: 60,
    maxKeys: limits.rememberedKeys,
  });
  const kept = new Map<string, MatchRecord>();
  const build = async (row: MatchRow): Promise<MatchRecord> => {
    const journal = await store.journal(row.matchId);
    const game = shelf.findByHash(row.game, row.editionHash);
    try {
      return buildRecord(row, journal, game);
    } catch (error) {
      // The journal is still what was played; whoever verifies it will see what is wrong.
      log.error({ match: row.matchId, game: row.game, reason: reasonOf(error) }, 'a record does not replay');
      return buildRecord(row, journal, undefined);
    }
  };
  return async (request, response) => {
    const id = String(request.params['id']);
    allow(limiter, request);
    const row = MATCH_ID.test(id) ? await store.load(id) : undefined;
    if (row === undefined) throw new Problem('unknown-match');
    // The seed and the secret moves leave only now.
    if (row.status !== 'finished') throw new Problem('match-not-finished');
    const record = kept.get(id) ?? (await build(row));
    kept.delete(id);
    kept.set(id, record);
    const [oldest] = kept.keys();
    if (kept.size > limits.recordsKept && oldest !== undefined) kept.delete(oldest);
    response
      .set('Content-Disposition', `attachment; filename="${row.game}-${id}.json"`)
      .set('Cache-Control', 'no-store')
      .json(record);
  };
}

function listMine({ store, identities, limits }: ApiDeps): RequestHandler {
  return async (request, response) => {
    const who: Identity | undefined = await identities.identify(bearerOf(request));
    if (who === undefined) {
      response.set('WWW-Authenticate', 'Bearer realm="quayside"');
      throw new Problem('unauthorized');
    }
    const rows = await store.list({ player: who.id, status: UNFINISHED, limit: limits.matchesListed });
    response.set('Cache-Control', 'no-store').json({ matches: rows.map(describeMatch) });
  };
}

function describeMatch(row: MatchRow): object {
  const table = tableOf(row);
  return {
    matchId: row.matchId,
    game: row.game,
    edition: row.edition,
    status: row.status,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
    seats: table?.seats ?? null,
    players: table?.names ?? [],
  };
}

function bearerOf(request: Request): string | undefined {
  return /^Bearer ([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

function allow(limiter: RateLimiter, request: Request): void {
  const allowance = limiter.take(keyOf(request));
  if (!allowance.ok) throw new Problem('rate-limited', allowance);
}
