// What a campaign says about notices.
import type { JudgedNotices } from './judging.ts';

export function noticesInWords({
  decisions,
  starts,
  told,
  again,
  withdrawn,
  handedOver,
}: Omit<JudgedNotices, 'findings'>): string {
  const times =
    handedOver === undefined
      ? '–'
      : `p50 ${handedOver.p50.toFixed(0)}, p99 ${handedOver.p99.toFixed(0)}, longest ${handedOver.max.toFixed(0)} ms (${handedOver.count})`;
  return [
    `notices: ${told} told of ${decisions} decisions and start times (${starts}), ${again} of them again under the same id, ${withdrawn} withdrawn`,
    `from the decision to its target, while nothing failed: ${times}`,
  ].join('\n');
}
