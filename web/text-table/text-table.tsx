// A table in words: the position as lists, the possible actions as buttons. It is the board of every game that has
// no drawing, and stands beside every drawing.
import type { Entered } from '../table/entry.ts';

export function TextTable({ place }: { readonly place: Entered }) {
  const { live, teller } = place;
  const { choice } = live;
  return (
    <section>
      <pre>{JSON.stringify(live.scene.value?.view, null, 1)}</pre>
      <ul>
        {choice.fitting.value.slice(0, 30).map((command) => (
          <li key={JSON.stringify(command)}>
            <button type="button" class="button" onClick={() => choice.propose(command)}>
              {teller.book.commands[command.type]} {JSON.stringify(command)}
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        class="button"
        data-main
        disabled={choice.candidate.value === undefined}
        onClick={() => void choice.confirm()}
      >
        ✓
      </button>
    </section>
  );
}
