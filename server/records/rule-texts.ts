// The rules of all games, read once at the start; requests look them up in memory.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../rooms/ports.ts';
import { type GameFamily, LANGUAGES, type Language } from '../../shared/kernel/game.ts';
import { reasonOf } from '../process/reason.ts';
import { parseRuleText, type RuleText } from './rule-text.ts';

/** By game. A game may lack a language and still be played. */
export type RuleTexts = ReadonlyMap<string, ReadonlyMap<Language, RuleText>>;

interface RuleTextOptions {
  readonly families: readonly GameFamily[];
  /** The folder of a game. */
  readonly folderOf: (game: string) => string;
  readonly maxBytes: number;
  readonly log: Log;
}

/** The path of the rules within a game's folder. */
export function ruleFileIn(folder: string, language: Language): string {
  return join(folder, 'rules', `${language}.md`);
}

export function loadRuleTexts({ families, folderOf, maxBytes, log }: RuleTextOptions): RuleTexts {
  const texts = new Map<string, ReadonlyMap<Language, RuleText>>();
  for (const { id } of families) {
    const found = new Map<Language, RuleText>();
    for (const language of LANGUAGES) {
      try {
        found.set(language, parseRuleText(readText(ruleFileIn(folderOf(id), language), maxBytes)));
      } catch (error) {
        log.warn({ game: id, language, reason: reasonOf(error) }, 'the rules cannot be shown');
      }
    }
    texts.set(id, found);
  }
  return texts;
}

function readText(path: string, maxBytes: number): string {
  const { size } = statSync(path);
  if (size > maxBytes) throw new Error(`the file has ${size} bytes, at most ${maxBytes} are read`);
  return readFileSync(path, 'utf8');
}
