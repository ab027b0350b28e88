// After an outage of the server: how long players have to return, and which stored times to trust.

/**
 * After a start every decision that was open before stays open at least this long, so that its seat can come
 * back. Counted from the start of the process: once, however often the match sleeps and is woken.
 */
export const GRACE_MS = 60_000;

/** The clocks of two processes that own a match one after the other may differ by this much. */
const SKEW_MS = 2_000;

/**
 * The times of a journal, corrected. Setting the wall clock back leaves times in the
 * future: later than now, or than those of later entries. A deadline counted from them would be late by as much.
 * `latest`: no other process stored anything after it, so a time ahead of `now` counts as this one. For a single process
 * that is when it began to run; another process that shares the matches may have stored something until now.
 */
export function credibleTimes(times: readonly number[], latest: number, now: number): number[] {
  let next = Number.POSITIVE_INFINITY;
  return times
    .toReversed()
    .map((time) => {
      const credible = time > now ? (time - now < SKEW_MS ? now : latest) : time;
      next = Math.min(next, credible);
      return next;
    })
    .reverse();
}
