// Compile-time tests of what `defineGame` rejects. `secrecy.campaign.test.ts` weakens the proof and expects this
// file to fail.
import { defineGame } from '../kernel/frame.ts';
import type { GameRules } from '../kernel/game-rules.ts';
import type { IsHidden } from '../kernel/hidden-half.ts';
import type { DraftOf, GameTypes, PlayOf, PublicViewOf, StateOf } from '../kernel/play.ts';
import { tell } from '../kernel/play.ts';
import type { Hidden } from '../kernel/secrecy.ts';

type Hand = Hidden<string[]>;

declare function hiddenHalf<T>(...proof: IsHidden<T> extends true ? [] : [problem: 'a bare fact']): T;

export function hiddenFactsMakeAHiddenHalf(): unknown[] {
  return [
    hiddenHalf<{ deck: Hand }>(),
    hiddenHalf<{ hands: Hand[]; deals: Record<string, Hidden<{ give: number }>> }>(),
    hiddenHalf<{ players: readonly { hand: Hand; laid: Hand | null; kept?: Hand }[] }>(),
    hiddenHalf<Record<string, never>>(),
  ];
}

export function bareFactsDoNot(): unknown[] {
  return [
    // @ts-expect-error a bare list
    hiddenHalf<{ deck: string[] }>(),
    // @ts-expect-error a bare fact among hidden ones
    hiddenHalf<{ deck: Hand; count: number }>(),
    // @ts-expect-error deep inside
    hiddenHalf<{ players: { hand: Hand; coins: number }[] }>(),
    // @ts-expect-error one of a union
    hiddenHalf<{ deck: Hand | string[] }>(),
    // @ts-expect-error what could hold anything
    hiddenHalf<{ deck: unknown }>(),
    // @ts-expect-error an object that says nothing
    hiddenHalf<{ deck: object }>(),
    // @ts-expect-error a function
    hiddenHalf<{ peek: () => string }>(),
  ];
}

interface Sound extends GameTypes {
  Shown: { phase: 'play' | 'over'; pile: string[] };
  Secret: { deck: Hand };
  SeatView: { hand: string[] };
  Event: { readonly type: 'card-drawn'; readonly card?: string };
}
type With<Part extends Partial<GameTypes>> = Omit<Sound, keyof Part> & Part;

declare function rules<G extends GameTypes>(): GameRules<G, []>;

export function aGameIsRefusedForOneOfThem(): unknown[] {
  return [
    defineGame(rules<Sound>()),
    // @ts-expect-error a hidden deck in what is shown
    defineGame(rules<With<{ Shown: { phase: 'play'; deck: Hand } }>>()),
    // @ts-expect-error hidden hands deep in what is shown
    defineGame(rules<With<{ Shown: { players: { hand: Hand }[] } }>>()),
    // @ts-expect-error what is shown could hold anything
    defineGame(rules<With<{ Shown: { players: Record<string, unknown> } }>>()),
    // @ts-expect-error a hidden deck in the seat view
    defineGame(rules<With<{ SeatView: { hand: string[]; deck?: Hand } }>>()),
    // @ts-expect-error a hidden card in one of the events
    defineGame(rules<With<{ Event: { type: 'card-laid'; card: Hidden<string> } }>>()),
    // @ts-expect-error a seat view that could hold anything
    defineGame(rules<With<{ SeatView: object }>>()),
    // @ts-expect-error an event that could hold anything
    defineGame(rules<With<{ Event: { type: string; details: object } }>>()),
    // @ts-expect-error a bare deck in the hidden half
    defineGame(rules<With<{ Secret: { deck: string[] } }>>()),
    // @ts-expect-error a game that says nothing about its parts
    defineGame(rules<GameTypes>()),
  ];
}

type Complete = GameRules<Sound, []>;

export function onlyWhatHasADefaultMayBeLeftOut(all: Complete): unknown[] {
  const { imagine: _, ...unimagined } = all;
  const { seatView: __, ...viewless } = all;
  const { optionsSchema: ___, ...optionless } = all;
  const { copyShown: ____, standing: _____, ...sound } = all;
  const { catalogue: ______, editionSchema: _______, ...undescribed } = all;
  return [
    defineGame<Sound, []>(sound),
    // @ts-expect-error a game with secrets that imagines none
    defineGame<Sound, []>(unimagined),
    // @ts-expect-error a seat that knows something, and no view of it
    defineGame<Sound, []>(viewless),
    // @ts-expect-error options that nothing describes
    defineGame<Sound, []>(optionless),
    // @ts-expect-error no catalogue, and no schema that it could be made from
    defineGame<Sound, []>(undescribed),
  ];
}

export function nothingHiddenFitsIntoWhatIsShown(draft: DraftOf<Sound>, play: PlayOf<Sound>): void {
  // @ts-expect-error the deck itself
  draft.shown.pile = draft.hidden.deck;
  // @ts-expect-error a piece of it
  draft.shown.pile.push(draft.hidden.deck[0]);
  // @ts-expect-error the generator
  draft.shown.pile.push(draft.rng.seed);
  // @ts-expect-error in an event
  tell(play, { type: 'card-drawn', card: draft.hidden.deck });
}

export function nobodyButADraftIsChanged(state: StateOf<Sound>, view: PublicViewOf<Sound>): void {
  // @ts-expect-error a field of an accepted state
  state.shown.phase = 'over';
  // @ts-expect-error a list in it
  state.shown.pile.push('spade');
  // @ts-expect-error a view, which is part of a state
  view.pile.push('spade');
  // @ts-expect-error its decisions
  view.decisions.pop();
}
