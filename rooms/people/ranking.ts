// The order of tables for players who look for one: those with waiting players first, alternating
// between hosts and addresses.

export interface Candidate {
  /** Whose table it is. */
  readonly host: string;
  /** The address of a waiting player; `undefined` without one. */
  readonly attendedFrom: string | undefined;
}

export interface Shares {
  /** Tables shown per host. */
  readonly perHost: number;
  /** Attended tables shown per address. */
  readonly perAddress: number;
}

/** Keeps the given order among equals. */
export function inFairOrder<Table extends Candidate>(candidates: readonly Table[], shares: Shares): Table[] {
  const hosts = new Map<string, number>();
  const addresses = new Map<string, number>();
  const attended = candidates.filter((table) => table.attendedFrom !== undefined);
  const others = candidates.filter((table) => table.attendedFrom === undefined);
  const ranked: { table: Table; rank: number }[] = [];
  for (const table of [...attended, ...others]) {
    const ofHost = count(hosts, table.host);
    const { attendedFrom } = table;
    const ofAddress = attendedFrom === undefined ? 0 : count(addresses, attendedFrom);
    if (ofHost >= shares.perHost || ofAddress >= shares.perAddress) continue;
    const later = attendedFrom === undefined ? candidates.length : 0;
    ranked.push({ table, rank: later + Math.max(ofHost, ofAddress) });
  }
  return ranked.sort((a, b) => a.rank - b.rank).map(({ table }) => table);
}

/** How many came before this one. */
function count(seen: Map<string, number>, key: string): number {
  const before = seen.get(key) ?? 0;
  seen.set(key, before + 1);
  return before;
}
