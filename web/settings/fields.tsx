// The fields of a settings form, each with an explanation.
import './fields.css';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface ChoiceProps<Value extends string | number> {
  readonly title: string;
  readonly about?: string | undefined;
  readonly values: readonly {
    readonly value: Value;
    readonly label: string;
    readonly about?: string | undefined;
    readonly isOff?: boolean;
  }[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
  /** Why the server refused it; empty if it did not. */
  readonly fault?: string;
}

/** One of a few: as a row of buttons or, if each needs a sentence, as a list. */
export function Choice<Value extends string | number>(props: ChoiceProps<Value>) {
  const { title, about, values, chosen, onChoose, fault = '' } = props;
  const id = useId();
  const isList = values.some((one) => one.about !== undefined);
  return (
    <fieldset class="setting" aria-describedby={`${id}-about ${id}-fault`}>
      <legend>{title}</legend>
      <p id={`${id}-about`} class="faint">
        {about}
      </p>
      <div class={isList ? 'setting-list' : 'segments'}>
        {values.map((one) => (
          <label key={one.value}>
            <input
              type="radio"
              name={id}
              checked={one.value === chosen}
              disabled={one.isOff === true}
              onChange={() => onChoose(one.value)}
            />
            <span>
              {one.label}
              {one.about === undefined ? null : <span class="setting-about">{one.about}</span>}
            </span>
          </label>
        ))}
      </div>
      <Fault id={id}>{fault}</Fault>
    </fieldset>
  );
}

interface FlagProps {
  readonly title: string;
  readonly about?: string | undefined;
  readonly isOn: boolean;
  readonly isOff?: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly fault?: string;
}

export function Flag({ title, about, isOn, isOff = false, onChange, fault = '' }: FlagProps) {
  const id = useId();
  return (
    <div class="setting">
      <label class="setting-flag">
        <input
          type="checkbox"
          checked={isOn}
          disabled={isOff}
          aria-describedby={`${id}-fault`}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>
          <strong>{title}</strong>
          {about === undefined ? null : <span class="setting-about">{about}</span>}
        </span>
      </label>
      <Fault id={id}>{fault}</Fault>
    </div>
  );
}

interface AmountProps {
  readonly title: string;
  readonly about: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
  readonly fault?: string;
}

export function Amount({ title, about, value, min, max, onChange, fault = '' }: AmountProps) {
  const id = useId();
  return (
    <div class="setting">
      <label for={id}>
        <strong>{title}</strong>
      </label>
      <p id={`${id}-about`} class="faint">
        {about}
      </p>
      <input
        id={id}
        class="field setting-number"
        type="number"
        inputMode="numeric"
        required
        min={min}
        max={max}
        value={value}
        aria-describedby={`${id}-about ${id}-fault`}
        onChange={(event) => {
          const { valueAsNumber } = event.currentTarget;
          onChange(Number.isInteger(valueAsNumber) ? Math.min(max, Math.max(min, valueAsNumber)) : value);
        }}
      />
      <Fault id={id}>{fault}</Fault>
    </div>
  );
}

interface MomentProps {
  readonly title: string;
  readonly about: string;
  /** As the field has it, in local time; empty: none. */
  readonly value: string;
  /** Milliseconds since 1970. */
  readonly min: number;
  readonly max: number;
  readonly onChange: (value: string) => void;
  readonly fault?: string;
}

/** A date and a time of day, or none. */
export function Moment({ title, about, value, min, max, onChange, fault = '' }: MomentProps) {
  const id = useId();
  return (
    <div class="setting">
      <label for={id}>
        <strong>{title}</strong>
      </label>
      <p id={`${id}-about`} class="faint">
        {about}
      </p>
      <input
        id={id}
        class="field setting-moment"
        type="datetime-local"
        min={localText(min)}
        max={localText(max)}
        value={value}
        aria-describedby={`${id}-about ${id}-fault`}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Fault id={id}>{fault}</Fault>
    </div>
  );
}

/** In local time, to the minute: `2026-11-27T20:00`. */
function localText(at: number): string {
  const offset = new Date(at).getTimezoneOffset() * 60_000;
  return new Date(at - offset).toISOString().slice(0, 16);
}

function Fault({ id, children }: { readonly id: string; readonly children: ComponentChildren }) {
  return (
    <p id={`${id}-fault`} class="setting-fault" role="alert">
      {children}
    </p>
  );
}
