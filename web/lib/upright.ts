// Whether the window is a narrow one on end, as a phone is held: boards may then be higher than they are wide.
import { type ReadonlySignal, signal } from '@preact/signals';

const UPRIGHT = '(max-width: 899.98px) and (orientation: portrait)';

export const isUpright: ReadonlySignal<boolean> = watched();

function watched(): ReadonlySignal<boolean> {
  if (typeof matchMedia === 'undefined') return signal(false);
  const query = matchMedia(UPRIGHT);
  const found = signal(query.matches);
  query.addEventListener('change', ({ matches }) => {
    found.value = matches;
  });
  return found;
}
