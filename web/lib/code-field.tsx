// A field for what is typed letter by letter or pasted, such as a code: nothing is completed or corrected.
import type { Signal } from '@preact/signals';

interface Props {
  readonly id: string;
  readonly typed: Signal<string>;
  /** Said below in an element with the id of the field and `-fault`; set back when something else is typed. */
  readonly fault?: Signal<string>;
}

export function CodeField({ id, typed, fault }: Props) {
  return (
    <input
      id={id}
      class="field"
      type="text"
      autocomplete="off"
      autocapitalize="none"
      spellcheck={false}
      value={typed.value}
      aria-invalid={fault && fault.value !== ''}
      aria-describedby={fault && `${id}-fault`}
      onInput={(event) => {
        typed.value = event.currentTarget.value;
        if (fault !== undefined) fault.value = '';
      }}
    />
  );
}
