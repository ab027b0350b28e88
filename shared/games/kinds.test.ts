import { expect, test } from '@jest/globals';
import { families } from './index.ts';

test.each(families.map((family) => [family.id, family] as const))(
  '%s: every kind of decision has a weight that the clocks know',
  (_, family) => {
    const edition = family.parseEdition(family.builtIn);
    if (!edition.ok) throw new Error(edition.reasons.join('; '));
    const weights = Object.values(family.withEdition(edition.value).kinds);
    expect(weights.length).toBeGreaterThan(0);
    for (const weight of weights) expect(['main', 'reply', 'quick']).toContain(weight);
  },
);
