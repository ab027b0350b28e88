// The typed client as one module, for pages that play here from another origin.
import { Worker } from 'node:worker_threads';

const THREAD = new URL('../client/packing/thread.ts', import.meta.url);

/** Made from the sources, which are the same that the package is made of. */
export function readClientModule(): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const thread = new Worker(THREAD, { execArgv: ['--disable-warning=ExperimentalWarning'] });
  thread.once('message', resolve);
  thread.once('error', reject);
  thread.once('exit', () => reject(new Error('the client was not joined')));
  return promise;
}
