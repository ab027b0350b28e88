// The invitation to a table: a link to share or copy, a QR code of it, and a code to type in.
import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { SpokenCode, TableFacts } from '../../client/index.ts';
import { copied } from '../lib/clipboard.ts';
import { overHttp } from '../lib/player.ts';
import { reach } from '../lib/reach.ts';
import { addressOf } from '../lib/screens.ts';
import { server } from '../lib/server.ts';
import { usePoll } from '../lib/use-poll.ts';
import { QrCode } from '../settings/qr-code.tsx';
import { spelled } from './invitations.ts';
import { say } from './say.ts';
import { momentOf } from './words.ts';

interface Props {
  /** Its title. */
  readonly game: string;
  readonly facts: TableFacts;
  /** Null at a public table, and for those who have no seat. */
  readonly invitation: string | null;
}

export function Invitation({ game, facts, invitation }: Props) {
  const { matchId, visibility } = facts;
  const chosen = useSignal('');
  usePoll(server);
  if (visibility === 'private' && invitation === null) return null;
  const way =
    invitation === null
      ? addressOf({ name: 'table', id: matchId, invitation: '' })
      : addressOf({ name: 'join', invitation });
  const { whom, origins } = reach.value;
  const origin = origins.includes(chosen.value) ? chosen.value : origins[0];
  const link = `${origin}${way}`;
  return (
    <section class="card waiting-card" aria-labelledby="invitation">
      <h2 id="invitation">{say('invitation')}</h2>
      <p>{say(invitation === null ? 'invitation-public' : 'invitation-lead')}</p>
      {whom === 'everyone' ? null : <p data-reach={whom}>{say(`reach-${whom}`)}</p>}
      {origins.length > 1 ? (
        <label class="waiting-origin">
          {say('reach-address')}
          <select
            class="field"
            value={origin}
            onChange={(event) => {
              chosen.value = event.currentTarget.value;
            }}
          >
            {origins.map((one) => (
              <option key={one} value={one}>
                {new URL(one).host}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      <LinkField link={link} text={say('share-text', { game })} />
      <div class="waiting-code">
        <QrCode text={link} label={say('qr')} />
        <Spoken matchId={matchId} />
      </div>
    </section>
  );
}

/** A short code, made when somebody asks for it. */
function Spoken({ matchId }: { readonly matchId: string }) {
  const code = useSignal<SpokenCode | null>(null);
  const isFailed = useSignal(false);
  const ask = async () => {
    try {
      code.value = await overHttp().spokenCode(matchId);
      isFailed.value = false;
    } catch {
      // The button stays.
      isFailed.value = true;
    }
  };
  // A new one before nobody can follow the old one.
  useEffect(() => {
    if (code.value === null) return undefined;
    const timer = setTimeout(() => void ask(), Date.parse(code.value.expiresAt) - Date.now());
    return () => clearTimeout(timer);
  }, [code.value]);
  return (
    <div>
      <h3>{say('code')}</h3>
      <div role="status">
        {code.value === null ? (
          <p class="faint">{say(isFailed.value ? 'code-failed' : 'code-lead')}</p>
        ) : (
          <>
            <p class="waiting-spelled">{spelled(code.value.code)}</p>
            <p class="faint">{say('code-about', { time: momentOf(Date.parse(code.value.expiresAt)) })}</p>
          </>
        )}
      </div>
      {code.value === null ? (
        <button type="button" class="button" onClick={() => void ask()}>
          {say('code-ask')}
        </button>
      ) : null}
    </div>
  );
}

function LinkField({ link, text }: { readonly link: string; readonly text: string }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const news = useSignal('');
  const copy = async () => {
    news.value = say((await copied(field.current)) ? 'copied' : 'copy-failed');
  };
  const share = async () => {
    // Cancelling is not an error.
    await navigator.share({ title: 'Quayside', text, url: link }).catch(() => undefined);
  };
  return (
    <div class="waiting-link">
      <label for={id}>{say('link')}</label>
      <div class="code-form-row">
        <input ref={field} id={id} class="field" type="text" readOnly value={link} />
        <button type="button" class="button" onClick={() => void copy()}>
          {say('copy')}
        </button>
        {'share' in navigator ? (
          <button type="button" class="button" onClick={() => void share()}>
            {say('share')}
          </button>
        ) : null}
      </div>
      <p role="status" class="waiting-news">
        {news.value}
      </p>
    </div>
  );
}
