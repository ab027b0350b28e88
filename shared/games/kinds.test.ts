import { expect, test } from '@jest/globals';
import { builtInOf } from '../kernel/built-in.ts';
import { families } from '../testing/registry.ts';

test.each(families.map((family) => [family.id, family] as const))(
  '%s: every kind of decision has a weight that the clocks know',
  (_, family) => {
    const weights = Object.values(builtInOf(family).kinds);
    expect(weights.length).toBeGreaterThan(0);
    for (const weight of weights) expect(['main', 'reply', 'quick']).toContain(weight);
  },
);
