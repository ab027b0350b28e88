// Invites another device of the player, and lets it in once it shows the same code.
import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { DeviceFacts, Invitation } from '../../client/index.ts';
import { copied } from '../lib/clipboard.ts';
import { sentenceOf } from '../lib/failure.ts';
import { admitDevice, inviteDevice, overHttp } from '../lib/player.ts';
import { Poll } from '../lib/poll.ts';
import { reach } from '../lib/reach.ts';
import { Compared } from './compared.tsx';
import { linkWith } from './key.ts';
import { QrCode } from './qr-code.tsx';
import { say } from './say.ts';

const ASKERS_MS = 2_000;
const devices = new Poll<readonly DeviceFacts[]>(() => overHttp().devices(), ASKERS_MS);

export function OwnInvitation() {
  const shown = useSignal<Invitation | null>(null);
  const news = useSignal('');
  const attempt = async (work: () => Promise<void>) => {
    news.value = '';
    try {
      await work();
    } catch (failure) {
      news.value = sentenceOf(failure);
    }
  };
  const invite = async () => {
    shown.value = await inviteDevice();
  };
  /** Nobody who has photographed it can ask any more. */
  const withdraw = async ({ id }: Invitation) => {
    shown.value = null;
    await overHttp().signOut(id);
  };
  const { value: invitation } = shown;
  return (
    <div class="settings-key">
      <button
        type="button"
        class="button"
        aria-expanded={invitation !== null}
        onClick={() => void attempt(() => (invitation === null ? invite() : withdraw(invitation)))}
      >
        {say(invitation === null ? 'show-key' : 'hide-key')}
      </button>
      {invitation === null ? null : (
        <>
          <Asker
            id={invitation.id}
            admit={({ name, code }) => {
              void attempt(async () => {
                await admitDevice(invitation.id, code);
                shown.value = null;
                news.value = say('asking-admitted', { name });
              });
            }}
            refuse={({ name }) => {
              void attempt(async () => {
                await withdraw(invitation);
                news.value = say('asking-declined', { name });
              });
            }}
          />
          <Link text={linkWith(invitation.invitation, reach.value.origins[0])} news={news} />
        </>
      )}
      <p role="status">{news.value}</p>
    </div>
  );
}

interface Asking {
  readonly name: string;
  readonly code: string;
}

interface AskerProps {
  readonly id: string;
  readonly admit: (asking: Asking) => void;
  readonly refuse: (asking: Asking) => void;
}

/** Who has followed the invitation. */
function Asker({ id, admit, refuse }: AskerProps) {
  useEffect(() => devices.use(), []);
  const asker = devices.value.value?.find((one) => one.id === id)?.asker;
  return (
    <div class="settings-asker" role="status">
      {asker === undefined ? (
        <p class="faint">{say('asking-none')}</p>
      ) : (
        <>
          <p>
            <Compared text={say('asking-who', { ...asker })} code={asker.code} />
          </p>
          <div class="lobby-buttons">
            <button type="button" class="button" onClick={() => refuse(asker)}>
              {say('asking-no')}
            </button>
            <button type="button" class="button" data-main onClick={() => admit(asker)}>
              {say('asking-yes')}
            </button>
          </div>
        </>
      )}
    </div>
  );
}

function Link({ text, news }: { readonly text: string; readonly news: Signal<string> }) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const copy = async () => {
    news.value = say((await copied(field.current)) ? 'copied' : 'copy-failed');
  };
  return (
    <div class="settings-key-shown">
      <QrCode text={text} label={say('key-qr')} />
      <div>
        <p>{say('key-scan')}</p>
        <label for={id}>{say('key')}</label>
        <textarea ref={field} id={id} class="field" rows={5} readOnly value={text} />
        <button type="button" class="button" onClick={() => void copy()}>
          {say('copy')}
        </button>
      </div>
    </div>
  );
}
