// Maps a call to its room, and the room's answers to HTTP.
import type {
  Answer,
  Candidate,
  CreationOptions,
  HttpCaller,
  MatchRoom,
  RoomService,
} from '../../rooms/index.ts';
import { AtPeer, TableRefusal } from '../../rooms/index.ts';
import type { MatchRow } from '../../rooms/life/match-store.ts';
import { RefusalTexts } from '../../rooms/life/refusal-texts.ts';
import type { GameShelf, Identity } from '../../rooms/ports.ts';
import { type Rejection, reject } from '../../shared/kernel/codes.ts';
import type { Language } from '../../shared/kernel/game.ts';
import type { Analysis } from '../../shared/protocol/advice.ts';
import type { HistoryPage, HistoryRequest } from '../../shared/protocol/history.ts';
import { type Problem, refused } from '../door/problem.ts';

/** The part of a call that identifies player and match. */
export interface MatchCall {
  readonly who: Identity;
  readonly params: { readonly id: string };
  readonly language: Language;
  /** The key of limits per address. */
  readonly address: string;
}

export class RoomAccess {
  readonly #rooms: RoomService;
  readonly #shelf: GameShelf;
  readonly #sentences = new Map<string, RefusalTexts>();

  constructor(rooms: RoomService, shelf: GameShelf) {
    this.#rooms = rooms;
    this.#shelf = shelf;
  }

  async create(game: string, options: CreationOptions, call: Omit<MatchCall, 'params'>): Promise<MatchRoom> {
    const matchId = await this.#told(
      call.language,
      this.#rooms.create(game, options, call.who, call.address),
    );
    return await this.open({ ...call, params: { id: matchId } });
  }

  async open({ who, params, language }: Omit<MatchCall, 'address'>): Promise<MatchRoom> {
    return await this.#told(language, this.#rooms.open(params.id, who));
  }

  /** Who must act at the running ones, and until when, if known at the moment. */
  askedAt(rows: readonly MatchRow[]): ReturnType<RoomService['askedAnywhere']> {
    return this.#rooms.askedAnywhere(rows.filter(({ status }) => status === 'playing'));
  }

  inFairOrder<Table extends Candidate>(tables: readonly Table[]): Table[] {
    return this.#rooms.inFairOrder(tables);
  }

  /** Of a finished match. */
  async history(row: MatchRow, asked: HistoryRequest, call: MatchCall): Promise<HistoryPage> {
    const answer = await this.#rooms.history(row, asked, callerOf(call));
    if (answer.ok) return answer.value;
    throw this.problem(answer, row.game, call.language);
  }

  /** Of a match that is over. */
  analysis(row: MatchRow, call: MatchCall): Analysis {
    const answer = this.#rooms.analysis(row, callerOf(call));
    if (answer.ok) return answer.value;
    throw this.problem(answer, row.game, call.language);
  }

  /** A request to the table or a command; throws refusals. */
  async ask<Value extends object>(
    call: MatchCall,
    type: string,
    payload: unknown,
    invitation?: string,
  ): Promise<Value> {
    const room = await this.open(call);
    return this.accepted(
      room,
      call.language,
      await room.http.ask(callerOf(call, invitation), type, payload),
    ) as Value;
  }

  accepted<Value extends object>(room: MatchRoom, language: Language, answer: Answer<Value>): Value {
    if (answer.ok) return answer.value;
    throw this.problem(answer, room.roomName, language);
  }

  problem(rejection: Rejection, game: string, language: Language): Problem {
    const sentences = this.#sentences.get(game) ?? new RefusalTexts(this.#shelf.sentencesOf(game));
    this.#sentences.set(game, sentences);
    return refused(rejection, sentences.ofCode(rejection.code, language));
  }

  async #told<Value>(language: Language, work: Promise<Value>): Promise<Value> {
    try {
      return await work;
    } catch (error) {
      // Passed on to the owner of the match.
      if (error instanceof TableRefusal && !(error instanceof AtPeer)) {
        throw this.problem(reject(error.refusal, null, error.detail), '', language);
      }
      throw error;
    }
  }
}

export function callerOf(
  { who, language, address }: Omit<MatchCall, 'params'>,
  invitation?: string,
): HttpCaller {
  return { identity: who, language, address, invitation };
}
