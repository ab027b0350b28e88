// Pauses of tables: the time between two accepted commands, at each table.

/** When commands of each table were accepted, in milliseconds. */
export class Pace {
  readonly #accepted = new Map<string, number[]>();

  accepted(matchId: string, at: number): void {
    const times = this.#accepted.get(matchId) ?? [];
    times.push(at);
    this.#accepted.set(matchId, times);
  }

  lastOf(matchId: string): number | undefined {
    return this.#accepted.get(matchId)?.at(-1);
  }

  /**
   * The longest time without a command between the two moments; `undefined`: the table had not started, or is
   * over.
   */
  longestPause(matchId: string, from: number, to: number): number | undefined {
    const times = this.#accepted.get(matchId) ?? [];
    const before = times.findLast((time) => time <= from);
    const within = times.filter((time) => time > from && time <= to);
    if (before === undefined || within.length === 0) return undefined;
    return Math.max(...within.map((time, index) => time - (within[index - 1] ?? before)));
  }
}
