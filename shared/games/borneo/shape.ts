// The types that make up this game.
import type { Code } from './codes.ts';
import type { Command } from './commands.ts';
import type { Components } from './components.ts';
import type { Event } from './events.ts';
import type { Options } from './options.ts';
import type { PublicView } from './public-view.ts';
import type { SeatView } from './seat-view.ts';
import type { Kind, State } from './state.ts';

export interface Borneo {
  Edition: Components;
  Options: Options;
  State: State;
  Command: Command;
  Event: Event;
  Public: PublicView;
  Private: SeatView;
  Code: Code;
  Kind: Kind;
}
