// Ownership in a single process, which owns all matches.
import type { CountElsewhere, Errands, Ownership } from './cluster.ts';

/** Whether the match exists shows when it is loaded. */
export const alone: Ownership = {
  self: 0,
  claim: () => Promise.resolve('mine'),
  release: () => Promise.resolve(),
  give: () => Promise.resolve(false),
  isGiven: () => Promise.resolve(false),
  firstRef: () => undefined,
  ownerOf: () => Promise.resolve('mine'),
  peers: () => [],
  playableElsewhere: () => Promise.resolve([]),
  onGone: () => () => undefined,
  onLost: () => () => undefined,
  recoveredAt: () => undefined,
};

/** There is no other process to ask. */
export const noErrands: Errands = {
  seat: () => Promise.resolve(undefined),
  take: () => Promise.resolve(false),
  isAnyoneSure: () => Promise.resolve(false),
  askedAt: () => Promise.resolve(new Map()),
};

export const nowhere: CountElsewhere = { count: () => 0, note: () => undefined };
