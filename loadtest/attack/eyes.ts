// Checks every byte an attacker receives for internals of the server and secrets of other players.

/** Texts that only a bug could send. */
const INSIDES =
  /(?:Type|Reference|Range|Syntax)Error|Cannot (?:read|set|convert|destructure)|is not (?:a function|iterable|defined)|node:internal|node_modules|\.(?:ts|mjs|cjs):\d+|\bat async |SQLITE_|ENOENT|EACCES|internal-error/;
const FAULTY_STATUS = /^HTTP\/1\.1 (?:500|501|502|504)\b/m;
/** This much of the last chunk is checked again with the next, for texts split across chunks. */
const OVERLAP = 64;

export interface Finding {
  readonly what: string;
  /** Identifies the attack, so that it can be repeated. */
  readonly kind: string;
  readonly seed: string;
}

export class Eyes {
  readonly findings: Finding[] = [];
  /** Texts that no attacker may ever receive. */
  readonly #canaries = new Map<string, string>();
  bytes = 0;

  plant(canary: string, name: string): void {
    if (canary.length < 8) throw new Error(`${name} is too short to be told from chance`);
    this.#canaries.set(canary, name);
  }

  find(what: string, kind: string, seed: string): void {
    if (this.findings.length < 100) this.findings.push({ what, kind, seed });
  }

  /** Create one per connection: it remembers the last chunk. */
  watch(kind: string, seed: string, isDocument = false): (chunk: Uint8Array) => void {
    let rest = '';
    return (chunk) => {
      this.bytes += chunk.length;
      const text = rest + Buffer.from(chunk).toString('latin1');
      rest = text.slice(-OVERLAP);
      const status = FAULTY_STATUS.exec(text)?.[0];
      if (status !== undefined) this.find(`answered ${status}: ${text.slice(0, 300)}`, kind, seed);
      // The documents list the codes, one of which is internal-error.
      const insides = isDocument ? undefined : INSIDES.exec(text);
      if (insides) this.find(`told '${around(text, insides.index)}'`, kind, seed);
      for (const [canary, name] of this.#canaries)
        if (text.includes(canary)) this.find(`a stranger received ${name}`, kind, seed);
    };
  }
}

function around(text: string, index: number): string {
  return text.slice(Math.max(0, index - 40), index + 120).replace(/[^\x20-\x7e]/g, '.');
}
