// Ends the process, whatever hangs.
import type { Log } from '../../rooms/ports.ts';

interface Ending {
  readonly log: Log;
  /** Its storage thread is in a call that may never return. */
  isWaitingForDisk(): boolean;
}

/** `process.exit` waits for the storage thread, which waits for the disk: forever, if it hangs. */
export function leave(server: Ending, code: number): void {
  if (server.isWaitingForDisk()) endByForce(server);
  else process.exit(code);
}

/** Loses nothing acknowledged, as `kill -9` never does. */
export function endByForce(server: Ending): void {
  server.log.error({}, 'shutdown hangs: process killed');
  process.kill(process.pid, 'SIGKILL');
}
