// What is asked of the player, in a sentence, and the answer in the making.
import type { Entered } from '../table/entry.ts';

export function ActionBar({ place }: { readonly place: Entered }) {
  const { choice } = place.live;
  const { decision, candidate } = choice;
  return (
    <section class="action-bar">
      <p>{place.teller.book.decisions[decision.value?.kind ?? ''] ?? '…'}</p>
      <button
        type="button"
        class="button"
        data-main
        disabled={candidate.value === undefined}
        onClick={() => void choice.confirm()}
      >
        ✓
      </button>
    </section>
  );
}
