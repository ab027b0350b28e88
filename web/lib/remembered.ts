// Values stored in this browser; without storage, kept for this visit only.
import { type Signal, signal } from '@preact/signals';

const PREFIX = 'quayside.';

export function remembered<Value>(
  name: string,
  initial: Value,
  isValid: (value: unknown) => value is Value,
): Signal<Value> {
  const stored = read(name);
  const kept = signal(isValid(stored) ? stored : initial);
  let isFirst = true;
  kept.subscribe((value) => {
    if (!isFirst) write(name, value);
    isFirst = false;
  });
  return kept;
}

/** The same in every open tab: a change in one reaches the others at once. */
export function shared<Value>(...kept: Parameters<typeof remembered<Value>>): Signal<Value> {
  const [name, initial, isValid] = kept;
  const here = remembered(...kept);
  if (typeof window !== 'undefined')
    window.addEventListener('storage', ({ key }) => {
      // Without a key everything was removed.
      if (key !== null && key !== PREFIX + name) return;
      const stored = read(name);
      here.value = isValid(stored) ? stored : initial;
    });
  return here;
}

export const isText = (value: unknown): value is string => typeof value === 'string';

/** What is stored at this moment, by whichever page. */
export function storedNow(name: string): unknown {
  return read(name);
}

function read(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null');
  } catch {
    // Storage may be forbidden, or hold what another version wrote.
    return undefined;
  }
}

function write(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Forbidden or full: kept for this visit only.
  }
}
