// Shuts the framework down, with the timer that it forgets.
import { matchMaker, type Server } from 'colyseus';

/**
 * Colyseus 0.18 stores its counts of rooms and clients at most once a second and sets a timer for the rest;
 * shutting down leaves that timer running, which keeps the process alive. `reset` clears it, and writes
 * nothing once the framework is shut down.
 */
export async function shutDownFramework(server: Server): Promise<void> {
  await server.gracefullyShutdown(false);
  matchMaker.stats.reset();
}
