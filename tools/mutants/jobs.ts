// Assigns jobs to worker threads, one at a time each, and terminates hanging ones.
import { Worker } from 'node:worker_threads';

/** A range of a source file, and whether it ran. The innermost one counts. */
export type Span = readonly [start: number, end: number, ran: 0 | 1];

export interface Job {
  readonly id: number;
  /** Paths from the root, in the order of execution. */
  readonly tests: readonly string[];
  /** Time limits for each of them. */
  readonly limits: readonly number[];
  readonly mutated?: { readonly file: string; readonly source: string };
  readonly coverage?: boolean;
}

export type Report =
  | { readonly type: 'running'; readonly id: number; readonly index: number }
  | {
      readonly type: 'done';
      readonly id: number;
      readonly failure: { readonly test: string; readonly reason: string } | undefined;
      readonly spans: Record<string, Span[]> | undefined;
      readonly milliseconds: number;
    };

export type RunReport =
  | Omit<Extract<Report, { type: 'done' }>, 'id'>
  | { readonly type: 'timed-out' | 'crashed'; readonly test: string };

/** Modules of earlier jobs stay in memory, so threads are replaced occasionally. */
const JOBS_PER_THREAD = 80;
const HEAP_MEGABYTES = 1500;

export class Runner {
  readonly #root: string;
  #worker: Worker | undefined;
  #jobs = 0;

  constructor(root: string) {
    this.#root = root;
  }

  async run(job: Job): Promise<RunReport> {
    if (this.#jobs >= JOBS_PER_THREAD) await this.close();
    this.#jobs += 1;
    this.#worker ??= new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: { root: this.#root },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
      // The output of mutants is ignored.
      stdout: true,
      stderr: true,
    });
    const report = await this.#judge(this.#worker, job);
    if (report.type !== 'done') await this.close();
    return report;
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#jobs = 0;
    await worker?.terminate();
  }

  #judge(worker: Worker, job: Job): Promise<RunReport> {
    return new Promise((resolve) => {
      let running = job.tests[0] ?? '';
      let timer: NodeJS.Timeout | undefined;
      const end = (report: RunReport) => {
        clearTimeout(timer);
        worker.off('message', hear).off('error', crash).off('exit', crash);
        // A terminated thread may still report errors.
        if (report.type !== 'done') worker.on('error', () => undefined);
        resolve(report);
      };
      const watch = (index: number) => {
        running = job.tests[index] ?? '';
        clearTimeout(timer);
        timer = setTimeout(() => end({ type: 'timed-out', test: running }), job.limits[index] ?? 60_000);
      };
      const crash = () => end({ type: 'crashed', test: running });
      const hear = (report: Report) => {
        if (report.id !== job.id) return;
        if (report.type === 'running') watch(report.index);
        else end(report);
      };
      worker.on('message', hear).on('error', crash).on('exit', crash);
      watch(0);
      worker.postMessage(job);
    });
  }
}
