// A server in its own process whose clock can be advanced, so that tests need not wait for deadlines.
// Messages from its parent: `{ until }` advances the clock, `{ busy }` blocks the event loop for that long.
import { LONGEST_STEP_MS } from '../process/clock.ts';
import { startServer } from './start.ts';

let ahead = 0;
const sources = {
  wall: () => Date.now() + ahead,
  monotonic: () => performance.now() + ahead,
};

const server = await startServer({
  rooms: true,
  environment: { RATE_LIMITS: 'off' },
  overrides: { clock: sources },
});

process.on('message', ({ until, busy }: { until?: number; busy?: number }) => {
  // In steps that the clock does not mistake for a stall.
  while (until !== undefined && server.quayside.deps.now() < until) {
    ahead += Math.min(LONGEST_STEP_MS / 2, until - server.quayside.deps.now());
    server.quayside.beat();
  }
  process.send?.({ moved: true });
  const end = performance.now() + (busy ?? 0);
  while (performance.now() < end);
});
process.once('disconnect', () => void server.stop());
process.send?.({ url: server.url });
