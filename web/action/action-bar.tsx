// The decision in a sentence, and the current choice: pick, preview, confirm.
import './action.css';
import { type Signal, useSignal, useSignalEffect } from '@preact/signals';
import { useId, useRef } from 'preact/hooks';
import type { Choice } from '../choice/choice.ts';
import { CoachLine } from '../first-match/coach-line.tsx';
import { GuideButton, GuideCard } from '../guide/guide-card.tsx';
import { isByKeys, KEYS, useKey } from '../lib/keys.ts';
import { confirms, prefersText, shortcuts } from '../lib/preferences.ts';
import type { Entered, SomeGame } from '../table/entry.ts';
import { focusQuestion } from '../table/focus.ts';
import type { Panel } from '../table/panels.tsx';
import { useWording } from '../wording/use-wording.ts';
import type { Wording } from '../wording/wording.ts';
import { Advised, HintButton, useAdvice } from './hint.tsx';
import { OutlookText, RefusalText } from './outlook.tsx';
import { PassingOn, PassOn, usePassing } from './passing.tsx';
import { Sentence } from './sentence.tsx';
import { Picks, Steps, typeOf } from './steps.tsx';
import { say } from './texts.ts';

interface BarProps {
  readonly place: Entered;
  readonly panel: Signal<Panel>;
}

export function ActionBar({ place, panel }: BarProps) {
  const { live, coach } = place;
  const { choice } = live;
  const wording = useWording(place, live.table.names, () => live.scene.value?.view);
  const passing = usePassing(place);
  const reopened = useSignal<number | null>(null);
  useSignalEffect(() => {
    const isReady = choice.isUnambiguous.value && !choice.isSending.value;
    const isAnswer = (choice.candidate.value?.decision ?? null) !== null;
    if (!confirms.value && isReady && isAnswer && choice.refusal.value === undefined) void choice.confirm();
  });
  useKey('confirm', () => void answered(choice));
  useKey('undo', () => (choice.isEmpty.value ? void live.takeBack() : choice.undo()));
  useKey('clear', () => choice.clear());
  const seen = useRef<unknown>(null);
  useKey('next', () => {
    const { value: picks } = choice.picks;
    nextOption(picks.length > 0, picks !== seen.current);
    seen.current = picks;
  });
  const refusal = choice.refusal.value ?? choice.reason.value;
  const isAsked = choice.decision.value !== null;
  // At the text table the choices are in the table, in reading order.
  const { value: isText } = prefersText;
  // The list lies where explanations do.
  const isListed = panel.value === 'list' && !isText;
  const outlook = useId();
  const advice = useAdvice();
  return (
    <div class="action-bar">
      <div class="action-top">
        {coach === null ? (
          <Sentence place={place} wording={wording} />
        ) : (
          <CoachLine place={place} coach={coach} />
        )}
        <div class="action-tools">
          <KeysTip />
          <Verbs place={place} />
          {isText || (coach !== null && !isAsked) ? null : <AllButton panel={panel} />}
          <PassOn passing={passing} />
          <Unasked place={place} wording={wording} />
          <HintButton place={place} advice={advice} />
          {coach === null ? <GuideButton place={place} reopened={reopened} /> : null}
        </div>
      </div>
      {isListed ? (
        <div class="action-list">
          {isAsked ? <Steps choice={choice} wording={wording} /> : <p class="faint">{say('list-empty')}</p>}
        </div>
      ) : null}
      <div class="action-panel">
        <div class="action-scroll">
          {isListed || coach !== null ? null : <GuideCard place={place} reopened={reopened} />}
          {refusal === undefined ? null : <RefusalText refusal={refusal} game={live.facts.value.game} />}
          <Advised place={place} advice={advice} wording={wording} />
          <Picks choice={choice} wording={wording} />
          <Outlook place={place} id={outlook} />
          <PassingOn passing={passing} />
        </div>
        <Answer place={place} wording={wording} outlook={outlook} />
      </div>
    </div>
  );
}

/** What no piece, place or card of the drawing stands for. */
function Verbs({ place: { live, board } }: Pick<BarProps, 'place'>) {
  const { choice } = live;
  if (choice.decision.value === null || prefersText.value) return null;
  const picked = choice.candidate.value?.type ?? choice.selection.value.type;
  return (
    <div class="action-verbs">
      {verbsOf(board).map(([type, verb]) =>
        choice.offers(type) ? (
          <button
            key={type}
            type="button"
            class="button action-verb"
            aria-pressed={picked === type}
            data-can=""
            data-picked={picked === type ? '' : undefined}
            onClick={() => (picked === type ? choice.clear() : choice.pickType(type))}
          >
            {verb()}
          </button>
        ) : null,
      )}
    </div>
  );
}

function verbsOf(board: Entered['board']): readonly (readonly [string, () => string])[] {
  return Object.entries(board.verbs ?? {});
}

/** All legal answers as a list: for keyboards, for readers, and for people who like lists. */
function AllButton({ panel }: Pick<BarProps, 'panel'>) {
  const isOpen = panel.value === 'list';
  const toggle = () => {
    panel.value = isOpen ? 'own' : 'list';
    if (!isOpen)
      requestAnimationFrame(() => document.querySelector<HTMLElement>('.action-list button')?.focus());
  };
  useKey('all', toggle);
  return (
    <button
      type="button"
      class="button action-all"
      aria-label={say('all-long')}
      aria-expanded={isOpen}
      title={say('all-long')}
      onClick={toggle}
    >
      {say('all')}
    </button>
  );
}

/** The preview … */
function Outlook({ place, id }: { readonly place: Entered; readonly id: string }) {
  const { value: candidate } = place.live.choice.candidate;
  if (candidate === undefined) return null;
  return (
    <>
      <OutlookText place={place} id={id} />
      {(candidate.decision ?? null) === null ? <p class="action-final">{say('final')}</p> : null}
    </>
  );
}

interface AnswerProps {
  readonly place: Entered;
  readonly wording: Wording;
  /** The id of the element that describes the outcome. */
  readonly outlook: string;
}

/** … then the button to confirm: always visible, however long the preview. */
function Answer({ place, wording, outlook }: AnswerProps) {
  const { choice } = place.live;
  if (choice.isEmpty.value) return null;
  const isRefused = choice.outlook.value.state === 'refused';
  const what = wording.command(choice.candidate.value ?? { type: typeOf(choice) });
  return (
    <div class="action-buttons">
      {choice.candidate.value === undefined ? null : (
        <button
          type="button"
          class="button action-confirm"
          data-main
          data-command={choice.candidate.value.type}
          aria-describedby={outlook}
          aria-keyshortcuts={shortcuts.value ? KEYS.confirm : undefined}
          disabled={choice.isSending.value || isRefused}
          onClick={() => void answered(choice)}
        >
          {say('confirm-what', { what })}
          {isByKeys.value && shortcuts.value ? (
            <span aria-hidden="true">
              <kbd>{KEYS.confirm}</kbd>
            </span>
          ) : null}
        </button>
      )}
      <button type="button" class="button" onClick={() => choice.undo()}>
        {say('undo')}
      </button>
      {choice.picks.value.length > 1 ? (
        <button type="button" class="button action-again" onClick={() => choice.clear()}>
          {say('clear')}
        </button>
      ) : null}
    </div>
  );
}

/** Commands that answer no decision, such as resigning: separate, so that they are not sent by mistake. */
function Unasked({ place, wording }: { readonly place: Entered; readonly wording: Wording }) {
  const { choice } = place.live;
  const types = choice.types('unasked');
  if (types.length === 0) return null;
  return (
    <details class="action-more">
      <summary aria-label={say('more-label')}>{say('more')}</summary>
      <div class="action-menu card">
        {types.map((type) => (
          <button
            key={type}
            type="button"
            class="button"
            onClick={(event) => {
              choice.pickType(type);
              event.currentTarget.closest('details')?.removeAttribute('open');
            }}
          >
            {wording.book.commands[type] ?? type}
          </button>
        ))}
      </div>
    </details>
  );
}

/** Those who use the keyboard go on from the next question. */
async function answered(choice: Choice<SomeGame>): Promise<void> {
  await choice.confirm();
  if (isByKeys.peek() && choice.refusal.peek() === undefined) focusQuestion();
}

/** The next thing that can be picked. Once something is, what completes it comes first, then the board. */
function nextOption(isBegun: boolean, isFresh: boolean): void {
  const found = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
  const completing = [...found('.action-confirm:enabled'), ...found('.action-option')];
  // What a first match speaks of comes before everything else.
  const told = found('[data-coached] [data-can][data-lit]:not([data-picked])');
  const board = [...told, ...found('[data-can]').filter((one) => !told.includes(one))];
  const all = isBegun ? [...completing, ...board] : [...board, ...completing];
  const here = isFresh ? -1 : all.indexOf(document.activeElement as HTMLElement);
  all[(here + 1) % Math.max(1, all.length)]?.focus();
}

/** Told to those who use the keyboard, where it is used. */
function KeysTip() {
  if (!isByKeys.value || !shortcuts.value) return null;
  return (
    <span class="action-keys faint">
      <span>
        <kbd>{KEYS.next}</kbd> {say('key-next')}
      </span>
      <span>
        <kbd>{KEYS.help}</kbd> {say('key-help')}
      </span>
    </span>
  );
}
