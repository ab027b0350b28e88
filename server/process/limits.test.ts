// Limits as /metrics shows them.
import { expect, test } from '@jest/globals';
import { readConfig } from './config.ts';
import { limitsOf } from './limits.ts';
import { createMetrics } from './metrics.ts';

test('every limit is shown, under a name of its own', async () => {
  const limits = limitsOf(readConfig({}));
  const metrics = createMetrics(limits);
  const text = await metrics.text();
  metrics.close();
  for (const [name, value] of [...Object.entries(limits.process), ...Object.entries(limits.rooms)])
    expect(text).toContain(
      `quayside_limit{name="${name}"} ${value === Number.POSITIVE_INFINITY ? '+Inf' : value}`,
    );
});
