// The picks, and the options for the next one: as named buttons, for every game.
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { GameTypes } from '../../client/index.ts';
import type { Choice, Picked } from '../choice/choice.ts';
import type { Step } from '../choice/steps.ts';
import { textOf } from '../wording/said.ts';
import type { Wording } from '../wording/wording.ts';
import { say } from './texts.ts';

interface Props<G extends GameTypes> {
  readonly choice: Choice<G>;
  readonly wording: Wording;
}

/** The picks, each with a button to take it back. */
export function Picks<G extends GameTypes>({ choice, wording }: Props<G>) {
  const type = typeOf(choice);
  const { value: picks } = choice.picks;
  if (picks.length === 0) return null;
  return (
    <ul class="action-picks" aria-label={say('picked')}>
      {picks.map((pick) => {
        const what =
          picks.length === 1 && pick.path === 'type'
            ? wording.command({ type })
            : pickText(pick, type, wording);
        return (
          <li key={`${pick.path} ${JSON.stringify(pick.value)}`}>
            <button
              type="button"
              class="action-pick"
              aria-label={say('take-back', { what })}
              onClick={() => choice.undo(pick)}
            >
              {what} <span aria-hidden="true">×</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

interface StepsProps<G extends GameTypes> extends Props<G> {
  /** Options that are picked elsewhere. */
  readonly isShown?: (option: unknown) => boolean;
}

/** The open steps. When a used one disappears, the focus moves to the next. */
export function Steps<G extends GameTypes>({ choice, wording, isShown = () => false }: StepsProps<G>) {
  const place = useRef<HTMLDivElement>(null);
  const wasHere = useRef(false);
  useLayoutEffect(() => {
    if (wasHere.current && (document.activeElement ?? document.body) === document.body) {
      const next = place.current?.querySelector<HTMLElement>('button.action-option');
      (next ?? document.querySelector<HTMLElement>('.action-confirm') ?? place.current)?.focus();
    }
    wasHere.current = false;
  });
  const { value: steps } = choice.steps;
  const type = typeOf(choice);
  const open = steps.flatMap((step) => {
    const options = step.options.filter((option) => !isShown(option));
    return options.length === 0 ? [] : [{ ...step, options }];
  });
  return (
    <div
      ref={place}
      class="action-steps"
      tabIndex={-1}
      onClickCapture={() => {
        wasHere.current = true;
      }}
    >
      {open.map((step) => (
        <OneStep key={step.path} step={step} type={type} choice={choice} wording={wording} />
      ))}
      {steps.length === 0 && isDeadEnd(choice) ? <p>{say('dead-end')}</p> : null}
      {choice.isAsking.value ? <p class="faint">{say('asking')}</p> : null}
    </div>
  );
}

/** Numbers by size; the rest as the rules list it. */
function inOrder(options: readonly unknown[]): readonly unknown[] {
  const numbers = options.filter((option) => typeof option === 'number');
  return numbers.length < options.length ? options : numbers.sort((one, other) => one - other);
}

interface OneStepProps<G extends GameTypes> extends Props<G> {
  readonly step: Step;
  readonly type: string;
}

function OneStep<G extends GameTypes>({ step, type, choice, wording }: OneStepProps<G>) {
  const { path, options, isOptional } = step;
  const isType = path === 'type';
  const unasked = isType ? choice.types('unasked') : [];
  const what = isType ? say('what') : wording.place(type, path);
  return (
    <fieldset class="action-step">
      <legend>{isOptional ? say('optional', { what }) : what}</legend>
      {inOrder(options)
        .filter((option) => !unasked.includes(String(option)))
        .map((option) => (
          <button
            key={JSON.stringify(option)}
            type="button"
            class="button action-option"
            onClick={() => choice.take(step, option)}
          >
            {isType ? wording.command({ type: String(option) }) : textOf(wording.picked(type, path, option))}
          </button>
        ))}
    </fieldset>
  );
}

/** Picked, or the only possible one. */
export function typeOf<G extends GameTypes>(choice: Choice<G>): string {
  const { type } = choice.selection.value;
  return choice.candidate.value?.type ?? type ?? choice.fitting.value[0]?.type ?? '';
}

function pickText({ path, value }: Picked, type: string, wording: Wording): string {
  const said = textOf(wording.picked(type, path, value));
  return path === 'type' ? said : say('pair', { name: wording.place(type, path), value: said });
}

function isDeadEnd<G extends GameTypes>(choice: Choice<G>): boolean {
  return !choice.isEmpty.value && choice.candidate.value === undefined && !choice.isAsking.value;
}
