// Somebody who asks for something at a table, and what they are answered.
import type { Parsed } from '../shared/kernel/codes.ts';
import type { Language } from '../shared/kernel/game.ts';
import type { Identity } from './ports.ts';

export interface Asker {
  readonly identity: Identity;
  language: Language;
}

export type Answer<Value extends object = object> = Parsed<Value>;
