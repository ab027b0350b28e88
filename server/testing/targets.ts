// Targets of notices for tests of stores.
import type { StoredTarget } from '../store/outbox.ts';

export function storedTarget(id: string, change: Partial<StoredTarget> = {}): StoredTarget {
  return {
    target_id: id,
    owner: null,
    player: 'anne',
    type: 'json',
    sealed: 'sealed',
    name: 'example.org',
    created_at: 0,
    confirmed_at: 0,
    told_at: null,
    failing_since: null,
    failures: 0,
    next_try_at: 0,
    stopped_at: null,
    ...change,
  };
}
