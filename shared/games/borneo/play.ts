// The types used by the rules of this game.
import type {
  DraftOf,
  GameTypes,
  PanoramaOf,
  PlayOf,
  PublicViewOf,
  ReadingOf,
  SightOf,
  StateOf,
} from '../../kernel/play.ts';
import { commandRuleFor, type QuestionRule, type RefusalOf } from '../../kernel/rules.ts';
import type { Code } from './codes.ts';
import type { Command } from './commands.ts';
import type { Components } from './components.ts';
import type { Event } from './events.ts';
import type { Options } from './options.ts';
import type { SeatView } from './seat-view.ts';
import type { Kind, Secret, Shown } from './state.ts';

export interface Types extends GameTypes {
  Components: Components;
  Options: Options;
  Kind: Kind;
  Shown: Shown;
  Secret: Secret;
  SeatView: SeatView;
  Event: Event;
  Code: Code;
  Memo: undefined;
}

export type State = StateOf<Types>;
export type Draft = DraftOf<Types>;
export type PublicView = PublicViewOf<Types>;
export type Reading = ReadingOf<Types>;
export type Play = PlayOf<Types>;
export type Sight = SightOf<Types>;
export type Panorama = PanoramaOf<Types>;
export type Refusal = RefusalOf<Types>;
export type Question = QuestionRule<Types, Command>;
export const commandRule = commandRuleFor<Types>();
