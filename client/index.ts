// A typed client of Quayside, over HTTP or over the sockets of a Colyseus SDK:
//
//   const token = await guest({ url, name: 'Ann' });
//   const table = await quayside({ url, token }).create('borneo', { bots: 2, seats: 3 });
//   await table.start();
//   for await (const turn of table.turns()) {
//     const [command] = await turn.legal();
//     if (command !== undefined) await turn.send(command);
//   }
//   console.log(table.facts.result);
import type { GameSchemas } from './decode.ts';
import { Door } from './door.ts';
import type { Games } from './games.ts';
import { Home } from './home.ts';
import { HttpLink, queryOf } from './http-link.ts';
import { type Lists, listsOf, placeAt, placeOf } from './lists.ts';
import { type NoticeWays, noticesOf } from './notices.ts';
import type { Platform } from './platform.ts';
import type { Analysis, JoinOptions, MatchRecord, SentenceBook, TableFacts } from './protocol.ts';
import { accepted, Refusal } from './refusal.ts';
import { clientOf, type Sdk, type SdkClient, type SdkRoom } from './sdk.ts';
import type { Session } from './session.ts';
import { SocketLink } from './socket-link.ts';
import { Table } from './table.ts';
import { type Teller, tellerOf } from './teller.ts';
import type { GameId, GameTypes, HistoryPage, PageWish, Place, TableWish } from './types.ts';

export type { Names, ToldPart } from '../shared/protocol/speaker.ts';
export type { ContactState } from './contact.ts';
export type { GameSchemas } from './decode.ts';
export type { Games } from './games.ts';
export type { About, CodeLead, Lists, MyTables, SpokenCode } from './lists.ts';
export type { NoticeWays } from './notices.ts';
export type { Platform } from './platform.ts';
export type * from './protocol.ts';
export { accepted, Ended, Refusal } from './refusal.ts';
export type * from './room-states.ts';
export type { Sdk, SdkClient, SdkRoom } from './sdk.ts';
export {
  type Invitation,
  type KeyRing,
  type Keys,
  Session,
  type SessionSettings,
  type Waiting,
} from './session.ts';
export type { Table, Turn } from './table.ts';
export type { Teller } from './teller.ts';
export type * from './types.ts';

export interface Settings {
  /** Of the server, such as `https://play.example.org`. */
  readonly url: string;
  /** A token that is kept as it is, or who is signed in here. */
  readonly token: string | Session;
  /** The class `Client` of `@colyseus/sdk`: tables are followed over sockets; without it over HTTP. */
  readonly sdk?: Sdk;
  /** Of the sentences in refusals; a browser's own by default. */
  readonly language?: 'fr' | 'en';
  /** How often a request that may be repeated is tried again. */
  readonly retries?: number;
  /** `fetch`, timers and `crypto`: those of the program unless others are given. */
  readonly platform?: Platform;
}

interface TableOptions extends JoinOptions {
  /** Called as soon as the game is known, before there is a connection: what its screen needs may be loaded meanwhile. */
  readonly met?: (facts: TableFacts) => void;
}

export interface Quayside extends Lists, NoticeWays {
  create<Id extends GameId>(game: Id, wish?: TableWish<Games[Id]>): Promise<Table<Games[Id]>>;
  /** Follows an invitation; the table must be of the expected game. */
  join<Id extends GameId>(game: Id, invitation: string, options?: JoinOptions): Promise<Table<Games[Id]>>;
  /** A table by its id: to take a seat in its lobby, to watch, or to return to your seat. */
  joinById<Id extends GameId>(game: Id, matchId: string, options?: JoinOptions): Promise<Table<Games[Id]>>;
  /** The same if its game is not known beforehand: `facts.game` tells. */
  table(matchId: string, options?: TableOptions): Promise<Table<Games[GameId]>>;
  /** One page of the past of a match. Of a finished one it needs neither a seat nor an invitation. */
  past<G extends GameTypes = Games[GameId]>(matchId: string, wish?: PageWish): Promise<HistoryPage<G>>;
  /** What a board is drawn from; `edition`: name or hash, the built-in one by default. */
  catalogue<Id extends GameId>(game: Id, edition?: string): Promise<Games[Id]['Catalogue']>;
  /** The rules of a game, as Markdown. */
  rules(game: string, language: 'fr' | 'en'): Promise<string>;
  /** Describes commands, events and views: the type of each field, and what it refers to. */
  schemas(game: string): Promise<GameSchemas>;
  /** Everything of a match that is over: options, seed, every command, result. */
  record(matchId: string): Promise<MatchRecord>;
  /** A match that is over, compared with what captains would have played: repeat until its `status` is `done`. */
  analysis(matchId: string): Promise<Analysis>;
  /** Turns events into sentences, and has all names. */
  sentences<Id extends GameId>(game: Id, language: 'fr' | 'en', edition?: string): Promise<Teller<Games[Id]>>;
}

/**
 * A new player's token: keep it, it is the only way back to the seats. With the token of a guest: the same player
 * under a new name and with a new date of expiry; the old token stays valid until its own.
 */
export async function guest({
  name,
  platform = globalThis,
  ...settings
}: Omit<Settings, 'token' | 'sdk'> & {
  readonly name: string;
  readonly token?: string;
}): Promise<string> {
  const door = new Door({ ...settings, platform });
  return accepted(await door.ask<{ token: string }>('POST', '/guests', { name })).token;
}

export function quayside({ sdk, platform = globalThis, ...settings }: Settings): Quayside {
  const door = new Door({ ...settings, platform });
  const ways = sdk === undefined ? overHttp(door) : overSockets(door, clientOf(sdk, door.url, door.bearer));
  return { ...listsOf(door), ...noticesOf(door), ...ways };
}

type Ways = Omit<Quayside, keyof Lists | keyof NoticeWays>;

function overHttp(door: Door): Ways {
  const seated = <Id extends GameId>(
    game: Id,
    place: Place,
    home: Home,
    invitation?: string,
  ): Table<Games[Id]> => {
    const link = new HttpLink<Games[Id]>(door, { id: place.table.matchId, home, invitation });
    return new Table(door.platform, link, ofGame(game, place));
  };
  const join: Ways['join'] = async (game, invitation, options = {}) => {
    const { language: _language, ...rest } = options;
    const home = new Home();
    const place = accepted(await door.ask<Place>('POST', '/join', { ...rest, invitation }, home));
    return seated(game, place, home, invitation);
  };
  const joinById: Ways['joinById'] = async (
    game,
    matchId,
    { invitation, spectate = false, seat: wanted } = {},
  ) => {
    const path = `/tables/${matchId}`;
    const home = new Home();
    const place = accepted(
      await door.ask<Place>('GET', `${path}${queryOf({ invitation })}`, undefined, home),
    );
    if (place.seat !== null || place.table.status !== 'lobby' || spectate)
      return seated(game, place, home, invitation);
    const wish = { invitation, seat: wanted };
    const { seat } = accepted(await door.ask<{ seat: number }>('POST', `${path}/seat`, wish, home));
    return seated(game, { ...place, seat }, home, invitation);
  };
  return {
    ...texts(door),
    create: async (game, wish = {}) => {
      const home = new Home();
      return seated(game, accepted(await door.ask<Place>('POST', '/tables', { game, ...wish }, home)), home);
    },
    join,
    joinById,
    table: async (matchId, { met, ...options } = {}) => {
      const { table } = await placeAt(door, matchId, options);
      met?.(table);
      // Games that this client has no types for are tables of the same kind.
      return await joinById(table.game as GameId, matchId, options);
    },
  };
}

function overSockets(door: Door, client: SdkClient): Ways {
  const known = texts(door);
  const seated = async <Id extends GameId>(
    game: Id,
    join: () => Promise<SdkRoom>,
    how: 'open' | 'join',
    invitation?: string,
  ): Promise<Table<Games[Id]>> => {
    const way = { door, client, schemas: known.schemas(game) };
    const { link, place } = await SocketLink.enter<Games[Id]>(way, join, { invitation, how });
    return new Table(door.platform, link, ofGame(game, place));
  };
  const table: Ways['table'] = async (matchId, { met, ...options } = {}) => {
    const joined = Promise.withResolvers<void>();
    const join = async () => {
      const room = await client.joinById(matchId, options);
      joined.resolve();
      return room;
    };
    // The seat, the game and what describes it are asked for at the same time.
    const schemas = placeOf(door, matchId, { ...options, joined: joined.promise }).then((facts) => {
      met?.(facts);
      return known.schemas(facts.game);
    });
    const way = { door, client, schemas };
    const { link, place } = await SocketLink.enter<Games[GameId]>(way, join, {
      invitation: options.invitation,
      how: 'join',
    });
    return new Table(door.platform, link, place);
  };
  return {
    ...known,
    create: (game, wish = {}) => seated(game, () => client.create(game, wish), 'open'),
    join: (game, invitation, options = {}) => {
      const [matchId = ''] = invitation.split('.');
      return seated(game, () => client.joinById(matchId, { ...options, invitation }), 'join', invitation);
    },
    joinById: (game, matchId, options = {}) =>
      seated(game, () => client.joinById(matchId, options), 'join', options.invitation),
    table,
  };
}

/** Of an edition; names are shorter. */
const HASH = /^[0-9a-f]{64}$/;

/** Read over HTTP in any case. */
function texts(
  door: Door,
): Pick<Quayside, 'analysis' | 'catalogue' | 'past' | 'record' | 'rules' | 'schemas' | 'sentences'> {
  const described = new Map<string, Promise<GameSchemas>>();
  const hashOf = async (game: string, edition: string | undefined) => {
    if (edition !== undefined && HASH.test(edition)) return edition;
    const { editions } = accepted(
      await door.ask<{ editions: readonly { name: string; hash: string }[] }>('GET', `/games/${game}`),
    );
    const found = editions.find(({ name, hash }) => edition === name || edition === hash);
    return (edition === undefined ? editions[0] : found)?.hash ?? edition ?? '';
  };
  return {
    past: async <G extends GameTypes>(matchId: string, wish: PageWish = {}) =>
      accepted(await door.ask<HistoryPage<G>>('GET', `/matches/${matchId}/history${queryOf({ ...wish })}`)),
    record: async (matchId) =>
      accepted(await door.ask<MatchRecord>('GET', `/matches/${encodeURIComponent(matchId)}/record`)),
    analysis: async (matchId) =>
      accepted(await door.ask<Analysis>('GET', `/matches/${encodeURIComponent(matchId)}/analysis`)),
    catalogue: async <Id extends GameId>(game: Id, edition?: string) => {
      const path = `/games/${game}/editions/${await hashOf(game, edition)}`;
      return accepted(await door.ask<Games[Id]['Catalogue']>('GET', path));
    },
    rules: (game, language) => door.read(`/games/${game}/rules/${language}`, 'text/markdown'),
    schemas: (game) => {
      const asked =
        described.get(game) ?? door.ask<GameSchemas>('GET', `/games/${game}/schemas`).then(accepted);
      described.set(game, asked);
      // Asked again after a failure.
      asked.catch(() => described.delete(game));
      return asked;
    },
    sentences: async <Id extends GameId>(game: Id, language: 'fr' | 'en', edition?: string) => {
      const path = `/games/${game}/sentences/${language}`;
      const query = queryOf({ edition: edition === undefined ? undefined : await hashOf(game, edition) });
      return tellerOf<Games[Id]>(accepted(await door.ask<SentenceBook>('GET', `${path}${query}`)));
    },
  };
}

function ofGame(game: string, place: Place): Place {
  if (place.table.game === game) return place;
  const message = `that is a table of ${place.table.game}`;
  throw new Refusal({ code: 'unknown-match', rule: null, message });
}
