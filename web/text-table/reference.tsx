// All components of the game, with what is printed on them: for people who cannot see them.
import { useSignal } from '@preact/signals';
import type { Furniture } from '../boards/furnish.ts';
import { printedOn } from '../wording/printed.ts';
import { textOf } from '../wording/said.ts';
import type { Wording } from '../wording/wording.ts';
import { say } from './texts.ts';

interface Props {
  readonly place: Furniture;
  readonly wording: Wording;
}

export function Reference({ place, wording }: Props) {
  const isOpen = useSignal(false);
  const { components } = place.catalogue as {
    readonly components: Readonly<Record<string, readonly object[]>>;
  };
  return (
    <details
      class="text-reference"
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open;
      }}
    >
      <summary>{say('reference')}</summary>
      {isOpen.value
        ? Object.entries(components).map(([kind, pieces]) => (
            <Kind key={kind} pieces={pieces} wording={wording} />
          ))
        : null}
    </details>
  );
}

/** Components with only a name need no explanation. */
function Kind({ pieces, wording }: { readonly pieces: readonly object[]; readonly wording: Wording }) {
  const printed = pieces.map((piece) => printedOn(piece, wording));
  if (printed.every(({ facts }) => facts.length === 0)) return null;
  return (
    <ul>
      {printed.map(({ id, name, facts }) => (
        <li key={id}>
          <strong>{name}</strong>
          {facts.map(({ label, said }) => `, ${label} ${textOf(said)}`).join('')}
        </li>
      ))}
    </ul>
  );
}
