// Who may chat at a table, and under which name.
import type { Seat } from '../../shared/kernel/seat.ts';
import type { TableCode } from '../../shared/protocol/codes.ts';
import type { Refusal } from '../life/states.ts';
import { namesAt, playerAt, players, setMuted } from '../life/table.ts';
import type { Session } from '../play/session.ts';
import type { Identity, RoomDeps } from '../ports.ts';
import type { Delivery } from '../show/delivery.ts';
import type { HowBlocked } from './blocks.ts';
import { botNames } from './bot-names.ts';
import { Chat, type ChatLine, cleanText } from './chat.ts';
import { Onlookers } from './chatting-spectators.ts';
import type { Budgets } from './rate-limits.ts';

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
