// A server of the comparison, in its own process.
import { join } from 'node:path';
import { type ServerOrder, startServer } from '../../cli/server-process.ts';
import type { Usage } from './probe.ts';

export interface BenchProcess {
  readonly url: string;
  /** With `tidy`, after a full garbage collection. */
  usage(tidy?: 'tidy'): Promise<Usage>;
  kill(): Promise<void>;
  readonly ended: Promise<unknown>;
}

export const PROBE = join(import.meta.dirname, 'probe.ts');

/** Resolves once it listens. */
export async function startProcess(order: ServerOrder): Promise<BenchProcess> {
  const { child, port, ended, end } = startServer({
    ...order,
    settings: { NODE_ENV: 'production', ...order.settings },
    // As `npm start` does.
    flags: ['--max-semi-space-size=32', '--import', PROBE, '--expose-gc'],
    channel: true,
  });
  return {
    url: `http://127.0.0.1:${await port}`,
    usage: (tidy) =>
      new Promise((resolve, reject) => {
        const hear = (message: { usage?: Usage }) => {
          if (message.usage === undefined) return;
          child.off('message', hear);
          resolve(message.usage);
        };
        child.on('message', hear);
        child.send(tidy === undefined ? 'usage' : 'usage-after-gc', (error) => {
          if (error !== null) reject(error);
        });
        void ended.then(() => reject(new Error('the server ended')));
      }),
    kill: async () => {
      await end();
    },
    ended,
  };
}
