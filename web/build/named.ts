// Names of built files.

/** At the top, since it answers for what is below it. */
export const WORKER_FILE = '/sw.js';
/** Says which version of the client the server has, and whether it wants browsers to have a service worker. */
export const BUILD_FILE = '/web/build.json';

/** Whether it changes with its content: such a file can be kept for as long as it is wanted. */
export function isNamedByContent(path: string): boolean {
  return /-[A-Z0-9]{8}\.\w+$/.test(path);
}
