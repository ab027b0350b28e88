// After an outage of the server: how long players have to return, and which stored times to trust.

/**
 * After a start every decision that was open before stays open at least this long, so that its seat can come
 * back. Counted from the start of the process: once, however often the match sleeps and is woken.
 */
export const GRACE_MS = 60_000;

/** The clocks of two machines that own a match one after the other may differ by this much. */
const SKEW_MS = 2_000;

/**
 * The times of a journal, corrected. Setting the wall clock back leaves times in the
 * future: later than now, or than those of later entries. A deadline counted from them would be late by as much.
 * `since`: when this process began to run; only an earlier process can have stored times ahead of `now`.
 */
export function credibleTimes(times: readonly number[], since: number, now: number): number[] {
  let latest = Number.POSITIVE_INFINITY;
  return times
    .toReversed()
    .map((time) => {
      const credible = time > now ? (time - now < SKEW_MS ? now : since) : time;
      latest = Math.min(latest, credible);
      return latest;
    })
    .reverse();
}
