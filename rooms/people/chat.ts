// The chat of a table: cleaned, limited, kept for later visitors, never stored; who may chat, and under which name.

import type { Seat } from '../../shared/kernel/seat.ts';
import type { TableCode } from '../../shared/protocol/codes.ts';
import type { Refusal } from '../life/states.ts';
import { namesAt, playerAt, players, setMuted } from '../life/table.ts';
import type { Session } from '../play/session.ts';
import type { Identity, RoomDeps } from '../ports.ts';
import type { Delivery } from '../show/delivery.ts';
import type { Blocked, HowBlocked } from './blocks.ts';
import { botNames, distinctName, isVisible, withoutUnseen } from './names.ts';
import type { Budgets } from './rate-limits.ts';
import type { ChatLine, Said } from './viewer.ts';

/** Empty if nothing of it can be seen. */
export function cleanText(text: string, length: number): string {
  const clean = Array.from(withoutUnseen(text, ' ').trim()).slice(0, length).join('');
  return isVisible(clean) ? clean : '';
}

class Chat {
  #lines: Said[] = [];
  readonly #kept: number;

  constructor(kept: number) {
    this.#kept = kept;
  }

  add(said: Said): void {
    this.#lines.push(said);
    if (this.#lines.length > this.#kept) this.#lines.shift();
  }

  /** What was said elsewhere before. */
  precede(lines: readonly Said[]): void {
    this.#lines = [...lines, ...this.#lines].slice(-this.#kept);
  }

  /** What this name said is not shown to later visitors. */
  forget(name: string | undefined): void {
    this.#lines = this.#lines.filter(({ line }) => line.name !== name);
  }

  get lines(): readonly Said[] {
    return this.#lines;
  }

  /** For somebody who has blocked these. */
  linesFor(blocked: Blocked): readonly ChatLine[] {
    return this.#lines.flatMap(({ from, line }) => (blocked.has(from) ? [] : [line]));
  }

  /** The last one who said something under this name. */
  speaker(name: string): string | undefined {
    return this.#lines.findLast(({ line }) => line.name === name)?.from;
  }
}

interface TalkContext {
  readonly session: Session;
  readonly deps: RoomDeps;
  readonly budgets: Budgets;
  readonly delivery: Delivery;
  /** Number of spectators to remember. */
  readonly onlookers: number;
}

export class Talk {
  readonly chat: Chat;
  readonly #context: TalkContext;
  readonly #onlookers: Onlookers;

  constructor(context: TalkContext) {
    this.#context = context;
    this.#onlookers = new Onlookers(context.onlookers);
    this.chat = new Chat(context.deps.limits.chatHistory);
  }

  say(identity: Identity, seat: Seat | undefined, text: string): TableCode | 'bad-payload' | undefined {
    const { session, deps, budgets, delivery } = this.#context;
    const now = deps.now();
    if (deps.isSilenced(identity.id)) return 'muted';
    const { table } = session;
    const player = seat === undefined ? undefined : playerAt(table, seat);
    if (player?.muted === true || this.#isSilenced(identity, seat)) return 'muted';
    if (!budgets.of(identity.id).chat.take(now)) return 'rate-limited';
    const clean = cleanText(text, deps.limits.chatLength);
    if (clean === '') return 'bad-payload';
    const seated = [...namesAt(table), ...botNames(table.crew)];
    const name = player?.name ?? this.#onlookers.nameOf(identity, seated);
    const line = { seat: seat ?? null, name, text: clean, at: now };
    const said = { from: identity.id, line };
    this.chat.add(said);
    delivery.say(said);
    return undefined;
  }

  /** From now on this person hears nothing from the one with that name, or (`undefined`) hears them again. */
  async block(asker: Identity, name: string, how: HowBlocked | undefined): Promise<Refusal | undefined> {
    const { session, deps } = this.#context;
    const id = players(session.table).find((player) => player.name === name)?.id ?? this.chat.speaker(name);
    if (id === undefined || id === asker.id) return 'unknown-person';
    return (await deps.blocks.set(asker.id, { id, name }, how)) ? undefined : 'storage-unavailable';
  }

  linesFor({ id }: Identity): readonly ChatLine[] {
    return this.chat.linesFor(this.#context.deps.blocks.known(id));
  }

  /** Leaving and retaking a seat does not unmute. */
  async silenceSeat(seat: Seat, muted: boolean): Promise<Refusal | undefined> {
    const { session } = this.#context;
    const player = playerAt(session.table, seat);
    const refusal = await session.change((table) => setMuted(table, seat, muted));
    if (refusal === undefined && player !== undefined) this.#onlookers.remember(player, muted);
    return refusal;
  }

  /** The spectator with that name, or all. */
  async silenceSpectators(name: string | undefined, muted: boolean): Promise<Refusal | undefined> {
    if (name !== undefined) return this.#onlookers.mute(name, muted) ? undefined : 'unknown-spectator';
    return await this.#context.session.change((table) => {
      table.spectatorsMuted = muted;
      return undefined;
    });
  }

  #isSilenced({ id }: Identity, seat: Seat | undefined): boolean {
    const { host, spectatorsMuted } = this.#context.session.table;
    if (id === host) return false;
    return (spectatorsMuted && seat === undefined) || this.#onlookers.isMuted(id);
  }
}

/** A spectator in the chat. */
interface Onlooker {
  name: string;
  muted: boolean;
}

class Onlookers {
  readonly #known = new Map<string, Onlooker>();
  readonly #most: number;

  /** `most`: how many are remembered; the one silent for longest is evicted. */
  constructor(most: number) {
    this.#most = most;
  }

  /** The name of a spectator, distinguishable from all players and other spectators. */
  nameOf({ id, name }: Identity, seated: readonly string[]): string {
    const others = [...this.#known].filter(([known]) => known !== id).map(([, other]) => other.name);
    const onlooker = this.#known.get(id) ?? { name, muted: false };
    // A name stays, unless a player with a similar name has taken a seat since.
    const fits = this.#known.has(id) && distinctName(onlooker.name, seated) === onlooker.name;
    if (!fits) onlooker.name = distinctName(name, [...seated, ...others]);
    this.#remember(id, onlooker);
    return onlooker.name;
  }

  isMuted(id: string): boolean {
    return this.#known.get(id)?.muted === true;
  }

  /** Whether there is a spectator with that name. */
  mute(name: string, muted: boolean): boolean {
    const found = [...this.#known.values()].find((onlooker) => onlooker.name === name);
    if (found !== undefined) found.muted = muted;
    return found !== undefined;
  }

  /** A person who had a seat when this was said. */
  remember({ id, name }: Identity, muted: boolean): void {
    this.#remember(id, { name: this.#known.get(id)?.name ?? name, muted });
  }

  #remember(id: string, onlooker: Onlooker): void {
    this.#known.delete(id);
    this.#known.set(id, onlooker);
    if (this.#known.size <= this.#most) return;
    const [quietest] = [...this.#known].find(([, { muted }]) => !muted) ?? [...this.#known.keys()];
    if (quietest !== undefined) this.#known.delete(quietest);
  }
}
