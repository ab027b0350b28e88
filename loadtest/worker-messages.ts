// Messages between the chief of a load test and its workers.
import type { MatchOrder, Plan } from './plan.ts';
import type { Tick, Trouble } from './tally.ts';

export interface StartWork {
  readonly type: 'start';
  readonly url: string;
  readonly plan: Plan;
  readonly orders: readonly MatchOrder[];
  /** Milliseconds since 1970. */
  readonly begin: number;
}

/** The generator's own load. */
export interface SelfReport {
  /** Share of one core that it used. */
  readonly cpu: number;
  /** Milliseconds. */
  readonly loopDelayP99: number;
  readonly loopDelayMax: number;
}

export type FromWorker =
  | { readonly type: 'ready' }
  | { readonly type: 'tick'; readonly tick: Tick; readonly self: SelfReport }
  | { readonly type: 'checking' }
  | {
      readonly type: 'done';
      readonly samples: Readonly<Partial<Record<Trouble, readonly string[]>>>;
      readonly recordsChecked: number;
      readonly commandsChecked: number;
      readonly unfinished: number;
    };
