// Why a match cannot be replayed, and where to go instead.
import { Refusal } from '../../client/index.ts';
import { Link } from '../lib/link.tsx';
import { excuseOf } from './excuse.ts';
import { say, sentenceFor } from './texts.ts';

export function Refused({ id, fault }: { readonly id: string; readonly fault: unknown }) {
  const code = fault instanceof Refusal ? fault.code : '';
  return (
    <section class="replay-refused card">
      <h1>{say('failed')}</h1>
      <p>{sentenceFor(fault)}</p>
      <p class="replay-ways">
        {code === 'not-finished' || code === 'unknown-seat' ? (
          // A new page, since this one is for the other view.
          <a class="button" data-main href={`/replay/${encodeURIComponent(id)}`}>
            {say('withOwnEyes')}
          </a>
        ) : null}
        {code === 'other-rules' ? (
          <a class="button" data-main href={`/api/v1/matches/${encodeURIComponent(id)}/record`} download>
            {say('record')}
          </a>
        ) : null}
        {code === 'not-started' ? (
          <Link class="button" to={{ name: 'table', id, invitation: '' }}>
            {say('toTable')}
          </Link>
        ) : null}
        {excuseOf(fault).isPassing ? (
          <button type="button" class="button" data-main onClick={() => location.reload()}>
            {say('again')}
          </button>
        ) : null}
        <Link class="button" to={{ name: 'home' }}>
          {say('home')}
        </Link>
      </p>
    </section>
  );
}
