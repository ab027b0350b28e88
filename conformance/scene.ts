// A scene tests some rules: it seats players on the server under test and checks what they receive.
import type { Game, GameFamily } from '../shared/kernel/game.ts';
import { pick, type Rng } from '../shared/kernel/rng.ts';
import { Guest, type Json, type LineStream, type Reach } from './guest.ts';
import type { RuleId } from './rules.ts';
import type { Verdicts } from './verdicts.ts';

export interface Kit extends Reach {
  readonly family: GameFamily;
  /** With the edition that comes with the program. */
  readonly game: Game;
  /** The game's own options: those that keep random matches short. */
  readonly options: object;
  readonly luck: Rng;
  readonly verdicts: Verdicts;
  /** Maximum moves of a whole match; beyond it the end is not tested. */
  readonly moves: number;
}

export interface Scene {
  readonly name: string;
  readonly rules: readonly RuleId[];
  play(kit: Kit): Promise<void>;
}

export interface Legal {
  readonly decision: number | null;
  readonly commands: readonly { readonly type: string; readonly decision?: number }[];
  readonly unasked: readonly { readonly type: string; readonly decision?: number }[];
  readonly complete: boolean;
  readonly types?: readonly { readonly type: string }[];
}

/** At a table: three where the game allows it. */
export function seatsOf({ game: { seats } }: Kit): number {
  return Math.max(seats.min, Math.min(3, seats.max));
}

export interface Seated {
  readonly id: string;
  /** By seat; at least two. */
  readonly guests: readonly [Guest, Guest, ...Guest[]];
  readonly invitation: string | null;
}

const NAMES = ['Ann', 'Bob', 'Zoé', 'Dan', 'Eve', 'Finn', 'Gus', 'Hal'];

/** One for every seat. */
export async function guests(kit: Kit): Promise<[Guest, Guest, ...Guest[]]> {
  const more: Guest[] = [];
  for (const name of NAMES.slice(2, seatsOf(kit))) more.push(await Guest.known(kit, name));
  return [await Guest.known(kit, 'Ann'), await Guest.known(kit, 'Bob'), ...more];
}

export async function openTable(kit: Kit, host: Guest, wish: object = {}): Promise<Json> {
  const { id: game } = kit.game;
  return await host.must('POST', '/tables', {
    game,
    seats: seatsOf(kit),
    clock: 'none',
    // No one plays for absent players here.
    absence: 'clock',
    options: kit.options,
    ...wish,
  });
}

export function matchOf(place: Json): string {
  return String((place['table'] as Json)['matchId']);
}

/** A player on every seat of a table in its lobby. */
export async function seatedTable(kit: Kit, wish: object = {}): Promise<Seated> {
  const table = await guests(kit);
  const place = await openTable(kit, table[0], wish);
  const id = matchOf(place);
  for (const guest of table.slice(1)) await guest.must('POST', `/tables/${id}/seat`, {});
  return { id, guests: table, invitation: place['invitation'] as string | null };
}

export async function startedTable(kit: Kit, wish: object = {}): Promise<Seated> {
  const seated = await seatedTable(kit, wish);
  await seated.guests[0].must('POST', `/tables/${seated.id}/start`);
  return seated;
}

export async function legalOf(guest: Guest, id: string): Promise<Legal> {
  return (await guest.must('GET', `/matches/${id}/legal`)) as unknown as Legal;
}

export interface Asked {
  readonly seat: number;
  readonly id: number;
}

/** The seats that are asked, according to a stream. */
export function asked(stream: LineStream): readonly Asked[] {
  return (stream.newest?.['decisions'] ?? []) as readonly Asked[];
}

/** A command that answers a decision: first a kind, then one of that kind, so that rare kinds occur too. */
export function choose(luck: Rng, { commands }: Legal): Legal['commands'][number] | undefined {
  if (commands.length === 0) return undefined;
  const type = pick(luck, [...new Set(commands.map((command) => command.type))]);
  return pick(
    luck,
    commands.filter((command) => command.type === type),
  );
}
