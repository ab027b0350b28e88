// Where a record is handed in: dropped, chosen, or named.
import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import { CodeField } from '../lib/code-field.tsx';
import type { Inspection, Stage } from './inspection.ts';
import { say } from './texts.ts';

export function Handing({ inspection }: { readonly inspection: Inspection }) {
  const { stage, origin } = inspection;
  const isOver = useDropping(inspection);
  return (
    <section class="card verify-part" aria-labelledby="record">
      <h2 id="record">{say('record')}</h2>
      <p>{say('record-about')}</p>
      <div class="verify-drop" data-over={isOver || undefined}>
        <p>{say('drop')}</p>
        <label class="button verify-choose" data-main>
          {say('choose')}
          <input
            type="file"
            class="unseen"
            accept=".json,application/json"
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0];
              if (file !== undefined) void inspection.takeFile(file);
              // The same file may be chosen again.
              currentTarget.value = '';
            }}
          />
        </label>
      </div>
      <Naming inspection={inspection} />
      {origin === null ? null : <p class="faint">{say('elsewhere-about')}</p>}
      {origin === null ? <p class="faint">{say('saved')}</p> : null}
      <Course stage={stage.value} />
    </section>
  );
}

function Naming({ inspection }: { readonly inspection: Inspection }) {
  const id = useId();
  const typed = useSignal('');
  const submit = (event: Event) => {
    event.preventDefault();
    void inspection.takeText(typed.value);
  };
  return (
    <form class="verify-naming" onSubmit={submit}>
      <label for={id}>{say('or')}</label>
      <div>
        <CodeField id={id} typed={typed} />
        <button type="submit" class="button">
          {say('go')}
        </button>
      </div>
    </form>
  );
}

/** What is being done, or why nothing can be. */
function Course({ stage }: { readonly stage: Stage }) {
  return (
    <div role="status" class="verify-course">
      {stage.name === 'fetching' ? <p>{say('fetching')}</p> : null}
      {stage.name === 'checking' ? <p>{say('checking', { count: stage.moves })}</p> : null}
      {stage.name === 'problem' ? (
        <p class="verify-problem">{stage.key === null ? stage.text : say(stage.key)}</p>
      ) : null}
      {stage.name === 'elsewhere' ? (
        <>
          <p>{say(stage.key, { host: stage.host })}</p>
          <a class="button" href={stage.href} target="_blank" rel="noreferrer">
            {say('elsewhere-get', { host: stage.host })}
          </a>
        </>
      ) : null}
    </div>
  );
}

/** A file or a link may be dropped or pasted anywhere: the browser would leave the page for what is dropped. */
function useDropping(inspection: Inspection): boolean {
  const isOver = useSignal(false);
  useEffect(() => {
    const take = (handed: DataTransfer | null) => {
      const file = handed?.files[0];
      const text = handed?.getData('text') ?? '';
      if (file !== undefined) void inspection.takeFile(file);
      else if (text !== '') void inspection.takeText(text);
    };
    const over = (event: DragEvent) => {
      event.preventDefault();
      isOver.value = true;
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) isOver.value = false;
    };
    const drop = (event: DragEvent) => {
      event.preventDefault();
      isOver.value = false;
      take(event.dataTransfer);
    };
    // Into the field it is pasted as everywhere.
    const paste = ({ target, clipboardData }: ClipboardEvent) => {
      if (!(target instanceof HTMLInputElement)) take(clipboardData);
    };
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('dragover', over, { signal });
    window.addEventListener('dragleave', leave, { signal });
    window.addEventListener('drop', drop, { signal });
    window.addEventListener('paste', paste, { signal });
    return () => listening.abort();
  }, [inspection]);
  return isOver.value;
}
