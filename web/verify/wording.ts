// What a check found, in words for players: with names for seats and titles for games.
import { sayFinding } from '../../shared/protocol/findings.ts';
import type { Check, MatchRecord } from '../../shared/protocol/verify.ts';
import type { Language } from '../lib/language.ts';
import { titleOf } from './checker.ts';
import { say } from './texts.ts';

export function sayCheck(
  { code, fields }: Check,
  record: MatchRecord | undefined,
  language: Language,
): string {
  const { game, seat } = fields;
  const words = {
    ...fields,
    ...(typeof game === 'string' && { game: titleOf(game, language) }),
    ...(typeof seat === 'number' && { seat: seatIn(record, seat) }),
    ...(code === 'given-up' && { why: whyIn(record) }),
  };
  return sayFinding({ code, fields: words }, language);
}

/** Only bots have no name in a record. */
export function nameAt({ players }: MatchRecord, seat: number): string {
  return players[seat] ?? say('bot-at', { number: seat + 1 });
}

function seatIn(record: MatchRecord | undefined, seat: number): string {
  const name = record?.players[seat];
  return typeof name === 'string' ? `${seat + 1} (${name})` : String(seat + 1);
}

function whyIn(record: MatchRecord | undefined): string {
  if (record?.abandoned === undefined) return '';
  const { why, seats } = record.abandoned;
  return say(`why-${why}`, { names: seats.map((seat) => nameAt(record, seat)).join(', ') });
}
