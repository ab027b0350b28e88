// Checks what a record says of its deal: commitments, parts, and the seed that came of them.
import { type DealtPart, dealtSeed } from './deal.ts';
import { Doubt, type Finding } from './findings.ts';
import { dealOf, type MatchRecord } from './record.ts';
import type { Hash } from './state-hash.ts';

/** What is found true, seat by seat; throws where it is not. */
export function* checkDeal(record: MatchRecord, hash: Hash): Generator<Finding, void, void> {
  const { deal, formatVersion, seats } = record;
  if ((formatVersion === 2) !== (deal !== undefined))
    throw new Doubt({ code: 'format-unfit', fields: { version: formatVersion } }, 'formatVersion');
  if (deal === undefined) {
    yield { code: 'no-parts', fields: {} };
    return;
  }
  const { parts } = deal;
  if (parts.length !== seats) throw new Doubt({ code: 'parts-uncounted', fields: { seats } }, 'deal.parts');
  parts.forEach((part, seat) => {
    checkPart(record, part, seat, hash);
  });
  if (!parts.some((part) => 'commitment' in part))
    throw new Doubt({ code: 'nobody-committed', fields: {} }, 'deal.parts');
  if (dealtSeed(dealOf(record), hash) !== deal.seed)
    throw new Doubt({ code: 'other-deal', fields: {} }, 'deal.seed');
  yield { code: 'parts', fields: {} };
  for (const [seat, { by }] of parts.entries()) yield { code: `part-${by}`, fields: { seat } };
}

function checkPart(record: MatchRecord, part: DealtPart, seat: number, hash: Hash): void {
  const field = `deal.parts.${seat}`;
  if (part.by === 'player' && hash(part.part) !== part.commitment)
    throw new Doubt({ code: 'other-part', fields: { seat } }, `${field}.part`);
  if ((part.by === 'bot') !== ((record.players[seat] ?? null) === null))
    throw new Doubt({ code: 'bot-or-player', fields: { seat } }, `${field}.by`);
}
