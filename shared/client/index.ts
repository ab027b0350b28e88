// A typed client over HTTP and JSON lines, for Node, browsers and anything else with `fetch`:
//
//   const token = await guest(globalThis, url, 'Ann');
//   const table = await quayside(globalThis, url, token).create('borneo', { bots: 2, seats: 3 });
//   await table.start();
//   for await (const turn of table.turns()) {
//     const [command] = await turn.legal();
//     if (command !== undefined) await turn.send(command);
//   }
//   console.log(table.facts.result);
import { Door } from './door.ts';
import type { Platform } from './platform.ts';
import { TableClient } from './table.ts';
import type { Answer, GameId, Games, TableFacts, TableWish } from './types.ts';

export type { Platform } from './platform.ts';
export type { TableClient, Turn } from './table.ts';
export type * from './types.ts';

interface Place {
  readonly seat: number | null;
  readonly invitation: string | null;
  readonly table: TableFacts;
}

/** Thrown if opening or joining is refused, since there is no table to return. */
export class Refusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export interface Quayside {
  create<Id extends GameId>(game: Id, wish?: TableWish<Games[Id]>): Promise<TableClient<Games[Id]>>;
  /** Follows an invitation; the table must be of the expected game. */
  join<Id extends GameId>(game: Id, invitation: string): Promise<TableClient<Games[Id]>>;
  /** A public table by its id: to take a seat in its lobby, or to return to your seat. */
  joinById<Id extends GameId>(game: Id, matchId: string): Promise<TableClient<Games[Id]>>;
}

/** A new player's token: keep it, it is the only way back to the seats. */
export async function guest(platform: Platform, url: string, name: string): Promise<string> {
  const door = new Door(platform, url);
  return accepted(await door.ask<{ token: string }>('POST', '/guests', { name })).token;
}

export function quayside(platform: Platform, url: string, token: string): Quayside {
  const door = new Door(platform, url, token);
  const seated = <Id extends GameId>(game: Id, place: Place): TableClient<Games[Id]> => {
    if (place.table.game !== game)
      throw new Refusal('unknown-match', `that is a table of ${place.table.game}`);
    return new TableClient<Games[Id]>(door, place);
  };
  return {
    create: async (game, wish = {}) =>
      seated(game, accepted(await door.ask<Place>('POST', '/tables', { game, ...wish }))),
    join: async (game, invitation) =>
      seated(game, accepted(await door.ask<Place>('POST', '/join', { invitation }))),
    joinById: async (game, matchId) => {
      const place = accepted(await door.ask<Place>('GET', `/tables/${matchId}`));
      if (place.seat === null && place.table.status === 'lobby') {
        const { seat } = accepted(await door.ask<{ seat: number }>('POST', `/tables/${matchId}/seat`, {}));
        return seated(game, { ...place, seat });
      }
      return seated(game, place);
    },
  };
}

function accepted<Value>(answer: Answer<never, Value>): Value {
  if (!answer.ok) throw new Refusal(answer.code, answer.message);
  return answer;
}
