// What a match may be believed after the server was away: how long its players have to come back, and its times.

/**
 * After a start every decision that was open before stays open at least this long, so that its seat can come
 * back. Counted from the start of the process: once, however often the match sleeps and is woken.
 */
export const GRACE_MS = 60_000;

/**
 * The times of a journal as far as they can be true. Whoever sets the wall clock back leaves times that lie
 * ahead: ahead of now, or of what was stored later. A deadline counted from them would be late by as much.
 * `since`: when this process began to run; only an earlier one can have stored what is ahead of `now`.
 */
export function credibleTimes(times: readonly number[], since: number, now: number): number[] {
  let latest = Number.POSITIVE_INFINITY;
  return times
    .toReversed()
    .map((time) => {
      latest = Math.min(latest, time > now ? since : time);
      return latest;
    })
    .reverse();
}
