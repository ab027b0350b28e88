// Sentences about the events of a game, from the texts that the server serves.
import { type Names, speakerOf, type ToldPart } from '../shared/protocol/speaker.ts';
import type { SentenceBook } from './protocol.ts';
import type { GameTypes } from './types.ts';

/** One game in one language. */
export interface Teller<G extends GameTypes> {
  /** All texts: names of components, commands, decisions and options, and the refusals. */
  readonly book: SentenceBook;
  /** `names`: the players' names by seat (`table.names`). `undefined` for an event without a text. */
  sentence(event: G['Event'], names?: Names): string | undefined;
  /** The same in parts, to be shown with names, colours and icons. */
  parts(event: G['Event'], names?: Names): readonly ToldPart[];
  /** A value in the words of a phrase of the game, such as the name of a cell; `undefined` if it has none. */
  phrase(name: string, value: unknown): string | undefined;
}

export function tellerOf<G extends GameTypes>(book: SentenceBook): Teller<G> {
  const speaker = speakerOf(book);
  const knows = ({ type }: G['Event']) => Object.hasOwn(book.events, type);
  return {
    book,
    sentence: (event, names = []) => (knows(event) ? speaker.event(event, names) : undefined),
    parts: (event, names = []) => (knows(event) ? speaker.parts(event, names) : []),
    phrase: (name, value) => speaker.phrase(name, value),
  };
}
