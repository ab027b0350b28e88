// Explains a decision when it comes up for the first time: in its own place, never over the board.
import './guide.css';
import type { Signal } from '@preact/signals';
import { useKey } from '../lib/keys.ts';
import { language } from '../lib/language.ts';
import { openBook } from '../lib/open-rules.ts';
import { guides } from '../lib/preferences.ts';
import { isNarrower } from '../style/breakpoints.ts';
import type { Entered } from '../table/entry.ts';
import { guided, noted } from './guided.ts';
import { say } from './texts.ts';

interface Props {
  readonly place: Entered;
  /** The decision for which the player opened it again. */
  readonly reopened: Signal<number | null>;
}

/** Opens the explanation of a decision that has come up before. */
export function GuideButton({ place, reopened }: Props) {
  const { value: decision } = place.live.choice.decision;
  const toggle = () => {
    reopened.value = reopened.value === decision?.id ? null : (decision?.id ?? null);
  };
  useKey('guide', toggle);
  // Its place is kept.
  if (decision === null) return <span class="guide-open" />;
  return (
    <button
      type="button"
      class="guide-open"
      aria-label={say('explain')}
      title={say('explain')}
      onClick={toggle}
    >
      <span aria-hidden="true">?</span>
    </button>
  );
}

export function GuideCard({ place, reopened }: Props) {
  const { live, board, teller } = place;
  const { game } = live.facts.value;
  const { value: decision } = live.choice.decision;
  if (decision === null) return null;
  const name = `${game}/${decision.kind}`;
  const isFirst = guides.value && !guided.value.includes(name);
  if (!isFirst && reopened.value !== decision.id) return null;
  const dismiss = () => {
    reopened.value = null;
    guided.value = noted(guided.value, name);
  };
  const own = board?.guide[language.value].decisions[decision.kind];
  const [first, ...rest] = sentencesOf(own?.text ?? say('general'));
  return (
    <section class="guide-card" aria-label={say('guide')}>
      <h2>{own?.title ?? capitalized(teller.book.decisions[decision.kind] ?? decision.kind)}</h2>
      <p>{first}</p>
      <details key={name} class="guide-rest" open={!isNarrower('tablet')}>
        <summary>{say('go-on')}</summary>
        <p>{rest.join(' ')}</p>
      </details>
      <div class="guide-buttons">
        <button type="button" class="button" data-main onClick={dismiss}>
          {say('understood')}
        </button>
        <button
          type="button"
          class="button guide-further"
          aria-haspopup="dialog"
          onClick={() => openBook(game)}
        >
          {say('rules')}
        </button>
        {guides.value ? (
          <button
            type="button"
            class="button guide-further"
            onClick={() => {
              dismiss();
              guides.value = false;
            }}
          >
            {say('off')}
          </button>
        ) : null}
      </div>
    </section>
  );
}

/** Each begins with a capital, after a full stop. */
function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?])\s+(?=\p{Lu})/u);
}

function capitalized(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
