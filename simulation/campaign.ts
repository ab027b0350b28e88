// One world after the other, each by the next seed, until the time is up or a promise is broken.
import { closeSync, openSync, writeSync } from 'node:fs';
import { Chronicle } from '../loadtest/history/chronicle.ts';
import { createRng, spawnSeed } from '../shared/kernel/rng.ts';
import { performance as simulated } from './clockwork.ts';
import type { SimulateOptions } from './options.ts';
import { type Plan, planOf, smaller } from './plan.ts';
import { type Ground, groundOf, type Outcome, World } from './session.ts';

/** Smaller worlds that are tried to make a story short. */
const MOST_TRIES = 40;

export interface SimulateResult {
  readonly worlds: number;
  readonly matches: number;
  readonly finished: number;
  readonly commands: number;
  readonly timeOuts: number;
  /** Of bots. */
  readonly bots: number;
  readonly undos: number;
  readonly acknowledged: number;
  /** Views that were compared. */
  readonly shown: number;
  /** Notices that arrived. */
  readonly told: number;
  readonly faults: number;
  readonly simulatedHours: number;
  /** By how much faster than real time, on the average. */
  readonly timesFaster: number;
  readonly seconds: number;
  /** Of all worlds: the same seeds have the same one. */
  readonly hash: string;
  /** Of the last world alone: that of the finding, if there is one. */
  readonly lastSeed: string;
  readonly findings: readonly string[];
  readonly story: readonly string[];
}

const NOTHING = {
  ...{ matches: 0, finished: 0, commands: 0, timeOuts: 0, bots: 0, undos: 0 },
  ...{ acknowledged: 0, shown: 0, told: 0 },
};

export class SimulateCampaign {
  readonly #options: SimulateOptions;
  readonly #seed: string;
  readonly #ground: Ground = groundOf();
  readonly #sums = { ...NOTHING };
  #worlds = 0;
  /** The seed of the world that is played. */
  #present = '';
  #faults = 0;
  #milliseconds = 0;
  #hash = '';
  /** While a world is made smaller. */
  #found = '';

  constructor(options: SimulateOptions, seed: string) {
    this.#options = options;
    this.#seed = seed;
  }

  get progress(): string {
    const { acknowledged, shown } = this.#sums;
    if (this.#found !== '') return `shortens: ${this.#found}`;
    return `worlds ${this.#worlds}  hours ${(this.#milliseconds / 3_600_000).toFixed(1)}  acknowledged ${acknowledged}  shown ${shown}`;
  }

  async run(): Promise<SimulateResult> {
    const begun = performance.now();
    const seeds = createRng(this.#seed);
    const file = this.#options.history === undefined ? undefined : openSync(this.#options.history, 'w');
    const chronicle =
      file === undefined
        ? undefined
        : new Chronicle({
            write: (line) => void writeSync(file, `${line}\n`),
            now: () => this.#milliseconds + simulated.now(),
          });
    let failed: { readonly plan: Plan; readonly outcome: Outcome } | undefined;
    while (failed === undefined && this.#goesOn(begun)) {
      // The first world is that of the seed itself, so that a finding is repeated by one number.
      this.#present = this.#worlds === 0 ? this.#seed : spawnSeed(seeds);
      const plan = planOf(this.#present, this.#options.games);
      const outcome = await this.#play(plan, chronicle);
      if (outcome.findings.length > 0) failed = { plan, outcome };
    }
    if (file !== undefined) closeSync(file);
    const seconds = (performance.now() - begun) / 1_000;
    const short = failed && (await this.#shorten(failed.plan, failed.outcome));
    return {
      worlds: this.#worlds,
      ...this.#sums,
      faults: this.#faults,
      simulatedHours: this.#milliseconds / 3_600_000,
      timesFaster: this.#milliseconds / 1_000 / seconds,
      seconds,
      hash: this.#hash,
      lastSeed: this.#present,
      findings: short?.findings ?? [],
      story: short?.story ?? [],
    };
  }

  #goesOn(begun: number): boolean {
    const { worlds, minutes } = this.#options;
    return worlds === undefined ? performance.now() - begun < minutes * 60_000 : this.#worlds < worlds;
  }

  async #play(plan: Plan, chronicle: Chronicle | undefined): Promise<Outcome> {
    const first = await new World(plan, this.#ground, { chronicle }).run();
    chronicle?.finish();
    const outcome = this.#options.twice === true ? await this.#again(plan, first) : first;
    this.#worlds += 1;
    this.#faults += plan.faults.length;
    this.#milliseconds += outcome.milliseconds;
    this.#hash = outcome.hash;
    for (const name of Object.keys(NOTHING) as (keyof typeof NOTHING)[])
      this.#sums[name] += outcome.counts[name];
    return outcome;
  }

  /** The same seed has the same trace. */
  async #again(plan: Plan, first: Outcome): Promise<Outcome> {
    const { hash } = await new World(plan, this.#ground).run();
    if (hash === first.hash) return first;
    return { ...first, findings: [...first.findings, `another trace the second time: ${hash}`] };
  }

  /** The smallest world found that fails in the same way. */
  async #shorten(plan: Plan, outcome: Outcome): Promise<Outcome> {
    this.#found = outcome.findings[0] ?? '';
    let [best, found] = [plan, outcome];
    let tries = 0;
    for (let isSmaller = true; isSmaller; ) {
      isSmaller = false;
      for (const wanted of smaller(best)) {
        if (tries++ >= MOST_TRIES) return found;
        const other = await new World(wanted, this.#ground).run();
        if (kindOf(other) !== kindOf(outcome)) continue;
        [best, found, isSmaller] = [wanted, other, true];
        break;
      }
    }
    return found;
  }
}

/** Without names and numbers. */
function kindOf({ findings: [first] }: Outcome): string | undefined {
  return first?.replaceAll(/match \w+|p\d+-\d+(?:-\d+)?|\d+/g, '…').split('\n')[0];
}
