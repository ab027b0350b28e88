// Sentences straight from the texts of a game, for tests: clients build theirs from a book of sentences.
import type { Language, Sentences } from '../kernel/game.ts';
import { parseTextKey, partsOf, wordsOf } from '../protocol/sentences.ts';
import { type Speaker, speakerOf, type Wording } from '../protocol/speaker.ts';

/** `chosen` receives the key of every text used: for tests that all are used. */
export function createSpeaker(
  language: Language,
  { events, phrases, components }: Sentences,
  chosen: (key: string) => void = () => undefined,
): Speaker {
  const keys = new Map<Wording, string>();
  const wordings = (texts: Readonly<Record<string, string>>) => {
    const all = Object.entries(texts).map(([key, text]) => {
      const { name, conditions, plural = null } = parseTextKey(key);
      const when = conditions.map(({ path, value }) => ({ field: path, is: value }));
      const wording = { when, plural, parts: partsOf(text) };
      keys.set(wording, key);
      return { name, wording };
    });
    const byName = Map.groupBy(all, ({ name }) => name);
    return Object.fromEntries([...byName].map(([name, list]) => [name, list.map(({ wording }) => wording)]));
  };
  const spoken = {
    words: wordsOf(language),
    events: wordings(events),
    phrases: wordings(phrases),
    components,
  };
  return speakerOf(spoken, (wording) => chosen(keys.get(wording) ?? ''));
}
