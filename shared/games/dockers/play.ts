// A command being carried out: the edition, the draft it changes and what is told of it.
import { closeDecision, countCommand } from '../../kernel/decisions.ts';
import type { News } from '../../kernel/game.ts';
import type { Seat } from '../../kernel/seat.ts';
import type { Refusal } from './codes.ts';
import type { Components } from './components.ts';
import type { Event } from './events.ts';
import { clone, type Reading, type State } from './state.ts';

export interface Play {
  readonly c: Components;
  readonly draft: State;
  readonly news: News<Event>[];
}

export type Judged =
  | { readonly ok: true; readonly state: State; readonly news: readonly News<Event>[] }
  | Refusal;

/** Accepts a command of `seat`: its decision is answered. */
export function beginPlay(c: Components, state: Reading, seat: Seat): Play {
  const draft = clone(state);
  countCommand(draft);
  closeDecision(draft, seat);
  return { c, draft, news: [] };
}

export function done(play: Play): Judged {
  return { ok: true, state: play.draft, news: play.news };
}

export function tell(play: Play, event: Event): void {
  play.news.push({ all: event });
}
