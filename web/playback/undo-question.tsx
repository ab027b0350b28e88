// Somebody asks to take moves back: said over the board, and answered there, by two buttons or by keys.
import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { TableFacts } from '../../client/index.ts';
import { KEYS, useKey } from '../lib/keys.ts';
import { now } from '../lib/now.ts';
import { shortcuts } from '../lib/preferences.ts';
import type { Entered } from '../table/entry.ts';
import { say } from './texts.ts';

type Question = NonNullable<TableFacts['undoQuestion']>;

export function UndoQuestion({ place: { live } }: { readonly place: Entered }) {
  const { undoQuestion: question } = live.facts.value;
  /** The version at which our own question ended in vain. */
  const vain = useSignal<number | null>(null);
  const last = useRef<{ readonly asker: number; readonly version: number | undefined } | null>(null);
  useSignalEffect(() => {
    const { undoQuestion: open } = live.facts.value;
    const version = live.scene.peek()?.version;
    const { current } = last;
    last.current = open === null ? null : { asker: open.seat, version };
    if (open !== null) vain.value = null;
    // With a new version it was answered, or is no longer the question.
    else if (current !== null && current.asker === live.seat.peek() && current.version === version)
      vain.value = version ?? null;
  });
  const isVain = vain.value !== null && vain.value === live.scene.value?.version;
  return (
    <div class="over-board table-proposal" role="status">
      {question !== null && <Open key={question.id} live={live} question={question} />}
      {isVain && <p class="card">{say('not-agreed')}</p>}
    </div>
  );
}

interface Props extends Pick<Entered, 'live'> {
  readonly question: Question;
}

function Open({ live, question }: Props) {
  const { id, seat, asked, agreed, versions } = question;
  const { value: own } = live.seat;
  const name = live.table.names[seat] ?? String(seat + 1);
  const isMine = own === seat;
  const isAsked = own !== null && asked.includes(own) && !agreed.includes(own);
  const answer = (agree: boolean) => void live.ask('answer-undo', { question: id, agree });
  const left = useComputed(() =>
    Math.max(0, Math.ceil((question.until - now.value - live.ahead.value) / 1000)),
  );
  const sentence = isMine
    ? say('asking', { agreed: agreed.length, asked: asked.length })
    : say('asks', { name, count: versions.length });
  return (
    <p class="card undo-question">
      <span>{sentence}</span>
      {/* Said once, not every second. */}
      <span class="undo-left" aria-hidden="true">
        {say('seconds', { left: left.value })}
      </span>
      {isAsked && <Answers answer={answer} />}
      {isMine && (
        <button type="button" class="button" onClick={() => answer(false)}>
          {say('withdraw')}
        </button>
      )}
    </p>
  );
}

function Answers({ answer }: { readonly answer: (agree: boolean) => void }) {
  useKey('agree', () => answer(true));
  useKey('decline', () => answer(false));
  const keyOf = (name: 'agree' | 'decline') => (shortcuts.value ? KEYS[name] : undefined);
  return (
    <>
      <button
        type="button"
        class="button"
        data-main
        aria-keyshortcuts={keyOf('agree')}
        onClick={() => answer(true)}
      >
        {say('agree')}
      </button>
      <button type="button" class="button" aria-keyshortcuts={keyOf('decline')} onClick={() => answer(false)}>
        {say('decline')}
      </button>
    </>
  );
}
