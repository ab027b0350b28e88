// Ownership in a process that has all matches.
import type { Errands, Ownership } from './ports.ts';

/** Whether a match exists is found out when it is loaded. */
export const alone: Ownership = {
  self: 0,
  claim: () => Promise.resolve('mine'),
  release: () => Promise.resolve(),
  give: () => Promise.resolve(false),
  ownerOf: () => Promise.resolve('mine'),
  peers: () => [],
  onGone: () => () => undefined,
  onLost: () => () => undefined,
  recoveredAt: () => undefined,
};

/** There is nobody to ask. */
export const noErrands: Errands = {
  seat: () => Promise.resolve(undefined),
  take: () => Promise.resolve(false),
  askedAt: () => Promise.resolve(new Map()),
};
