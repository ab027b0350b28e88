// What is asked without a table: the server and its games, public tables, and what is stored about the player.
import type { Door } from './door.ts';
import { queryOf } from './http-link.ts';
import type {
  DeviceFacts,
  Forgotten,
  GameFacts,
  JoinOptions,
  ListedTable,
  MyBlock,
  MyPastMatch,
  MySeat,
  PasskeyFacts,
  ProgramTicket,
  ProgramWish,
  TableFacts,
  TablesWish,
} from './protocol.ts';
import { accepted, Refusal } from './refusal.ts';
import type { Place } from './types.ts';

export interface About {
  readonly name: string;
  readonly version: string;
  readonly protocol: number;
  /** Where people sign in, if anywhere; `required`: only they open tables and take seats. */
  readonly signIn?: { readonly provider: string | null; readonly required: boolean };
  /** Where others on the same network find it; only told to programs on the server’s own machine. */
  readonly network?: readonly string[];
}

export interface MyTables {
  /** Unfinished ones, newest first. */
  readonly seats: readonly MySeat[];
  /** The latest that are finished or given up. */
  readonly finished: readonly MyPastMatch[];
}

export interface SpokenCode {
  readonly code: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

export interface CodeLead {
  readonly matchId: string;
  /** Of a private table. */
  readonly invitation: string | null;
}

export interface Lists {
  about(): Promise<About>;
  games(): Promise<readonly GameFacts[]>;
  /** Public tables, in their lobby unless `status` says otherwise; those with waiting players first. */
  tables(wish?: TablesWish): Promise<readonly ListedTable[]>;
  /** Those of this player, with whose turn it is. */
  myTables(): Promise<MyTables>;
  /** A short code for a lobby where this player sits: to be said aloud, valid for minutes. */
  spokenCode(matchId: string): Promise<SpokenCode>;
  /** Where a short code leads to; refused if there is none, or not any more. */
  followCode(code: string): Promise<CodeLead>;
  /** Whom this player has muted or blocked, newest first; at a table, `block` adds to them. */
  myBlocks(): Promise<readonly MyBlock[]>;
  /** Hears and admits that person again. */
  liftBlock(blockId: string): Promise<void>;
  /** Everything that is stored about this player: the text of a JSON document. */
  exportMe(): Promise<string>;
  /** Everything that may act for this player, used last first. */
  devices(): Promise<readonly DeviceFacts[]>;
  /** Ends a device: its tokens, sockets and streams, within seconds. */
  signOut(device: string): Promise<void>;
  /** A token for a bot or another program, which is shown once; listed and ended like a device. */
  addProgram(wish: ProgramWish): Promise<ProgramTicket>;
  /** What signs this player in on other devices, oldest first; `Session.addPasskey` makes one. */
  passkeys(): Promise<readonly PasskeyFacts[]>;
  removePasskey(id: string): Promise<void>;
  /** Removes this player from everything that is stored, for good. Afterwards throw the token away. */
  forgetMe(): Promise<Forgotten>;
}

export function listsOf(door: Door): Lists {
  return {
    about: () => door.about<About>(),
    games: async () => accepted(await door.ask<{ games: readonly GameFacts[] }>('GET', '/games')).games,
    tables: async (wish = {}) => {
      const path = `/tables${queryOf(wish)}`;
      return accepted(await door.ask<{ tables: readonly ListedTable[] }>('GET', path)).tables;
    },
    myTables: async () => accepted(await door.ask<MyTables>('GET', '/me/seats')),
    spokenCode: async (matchId) => accepted(await door.ask<SpokenCode>('POST', `/tables/${matchId}/code`)),
    followCode: async (code) => accepted(await door.ask<CodeLead>('GET', `/codes/${code}`)),
    myBlocks: async () =>
      accepted(await door.ask<{ blocks: readonly MyBlock[] }>('GET', '/me/blocks')).blocks,
    liftBlock: async (blockId) => {
      accepted(await door.ask<object>('DELETE', `/me/blocks/${blockId}`));
    },
    exportMe: () => door.read('/me/export', 'application/json'),
    devices: async () =>
      accepted(await door.ask<{ devices: readonly DeviceFacts[] }>('GET', '/me/devices')).devices,
    signOut: async (device) => {
      accepted(await door.ask('DELETE', `/me/devices/${encodeURIComponent(device)}`));
    },
    addProgram: async (wish) => accepted(await door.ask<ProgramTicket>('POST', '/me/programs', wish)),
    passkeys: async () =>
      accepted(await door.ask<{ passkeys: readonly PasskeyFacts[] }>('GET', '/me/passkeys')).passkeys,
    removePasskey: async (id) => {
      accepted(await door.ask('DELETE', `/me/passkeys/${encodeURIComponent(id)}`));
    },
    forgetMe: () => forgetIn(door),
  };
}

/** The server searches all matches, in parts that are as long as proxies wait. */
async function forgetIn(door: Door): Promise<Forgotten> {
  const left = new Map<string, string>();
  let matches = 0;
  for (let from: number | null = null; ; ) {
    const path: string = `/me${queryOf({ from })}`;
    const part = accepted(await door.ask<Forgotten & { next: number | null }>('DELETE', path));
    matches += part.matches;
    for (const { matchId, code } of part.left) left.set(matchId, code);
    const isStuck = part.matches === 0 && part.next === from;
    if (part.complete || isStuck) {
      const rest = [...left].map(([matchId, code]) => ({ matchId, code }));
      return { matches, left: rest, complete: part.complete };
    }
    from = part.next;
  }
}

/**
 * A table and the player's place at it, without connecting. A lobby without spectators is visible to its
 * players only, so a seat is taken first, unless the player only wants to watch.
 */
export async function placeAt(
  door: Door,
  matchId: string,
  { invitation, spectate = false, seat }: JoinOptions,
): Promise<Place> {
  const path = `/tables/${matchId}`;
  const look = () => door.ask<Place>('GET', `${path}${queryOf({ invitation })}`);
  const seen = await look();
  if (seen.ok || seen.code !== 'spectators-not-allowed' || spectate) return accepted(seen);
  const taken = await door.ask<{ seat: number }>('POST', `${path}/seat`, { invitation, seat });
  // An invited person may have to wait for the players.
  if (!taken.ok && taken.code === 'consent-needed') throw new Refusal(taken);
  return accepted(taken.ok ? await look() : seen);
}

interface Joining {
  readonly invitation?: string | undefined;
  /** Resolves once the player is at the table. */
  readonly joined: Promise<void>;
}

/** A table that the player is joining: a lobby without spectators is visible once the seat is taken. */
export async function placeOf(
  door: Door,
  matchId: string,
  { invitation, joined }: Joining,
): Promise<TableFacts> {
  const look = () => door.ask<Place>('GET', `/tables/${matchId}${queryOf({ invitation })}`);
  const seen = await look();
  if (seen.ok) return seen.table;
  // If there is no way in, that refusal says why.
  await joined;
  return accepted(await look()).table;
}
