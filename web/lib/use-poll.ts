// A component that uses a poll for as long as it is shown.
import { useEffect } from 'preact/hooks';
import type { Poll } from './poll.ts';

export function usePoll<Value>(poll: Poll<Value>): Poll<Value> {
  useEffect(() => poll.use(), [poll]);
  return poll;
}
