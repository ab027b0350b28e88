// The fingerprint of the seed, to be compared with the one that was seen before the deal.
import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { MatchRecord } from '../../shared/protocol/verify.ts';
import { CodeField } from '../lib/code-field.tsx';
import { dateOf } from './dates.ts';
import { say } from './texts.ts';

/** 40 bits: nobody finds another seed for them by the way. */
const LEAST_DIGITS = 10;

interface Props {
  readonly record: MatchRecord;
  /** When this browser was shown the same, if it was. */
  readonly noted: number | undefined;
}

export function Fingerprint({ record: { commitment, startedAt }, noted }: Props) {
  const id = useId();
  const typed = useSignal('');
  const digits = typed.value.toLowerCase().replace(/[^0-9a-f]/g, '');
  const isSame = digits.length >= LEAST_DIGITS && commitment.startsWith(digits);
  const isOther = digits.length > 0 && !commitment.startsWith(digits);
  return (
    <section class="card verify-part" aria-labelledby="fingerprint">
      <h2 id="fingerprint">{say('fingerprint')}</h2>
      <p>{say('fingerprint-about')}</p>
      <p>
        <code class="verify-hash">{commitment}</code>
      </p>
      {noted === undefined ? null : (
        <p class="verify-compared" data-same>
          {say(noted <= (startedAt ?? 0) ? 'noted-before' : 'noted-during', { date: dateOf(noted) })}
        </p>
      )}
      <div class="verify-naming">
        <label for={id}>{say('compare')}</label>
        <div>
          <CodeField id={id} typed={typed} />
        </div>
      </div>
      <p role="status" class="verify-compared" data-same={isSame || undefined}>
        {isSame ? say('same') : isOther ? say('different') : ''}
      </p>
    </section>
  );
}
