// Ends the process, whatever hangs.
import type { Quayside } from '../app.ts';

/** `process.exit` waits for the storage thread, which waits for the disk: forever, if it hangs. */
export function leave(server: Quayside, code: number): void {
  if (server.isWaitingForDisk()) endByForce(server);
  else process.exit(code);
}

/** Loses nothing acknowledged, as `kill -9` never does. */
export function endByForce(server: Quayside): void {
  server.log.error({}, 'shutdown hangs: process killed');
  process.kill(process.pid, 'SIGKILL');
}
