// Which tables come first where somebody looks for one: those where people wait, and of these not
// all of one person or address before the first of the next.

export interface Candidate {
  /** Whose table it is. */
  readonly host: string;
  /** Where those are who wait at it; `undefined` if nobody is there. */
  readonly attendedFrom: string | undefined;
}

export interface Shares {
  /** Tables of one host that are shown at all. */
  readonly perHost: number;
  /** Attended tables of one address that are shown at all. */
  readonly perAddress: number;
}

/** Keeps the given order among those that rank alike. */
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
