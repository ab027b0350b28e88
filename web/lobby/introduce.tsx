// The page of a visitor without a name who follows a link to a table.
import './lobby.css';
import { hasPasskeys } from '../lib/passkeys.ts';
import { Shell } from '../shell/shell.tsx';
import { NameForm } from './name-form.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { ProviderSignIn } from './provider-sign-in.tsx';
import { say } from './say.ts';

interface Props {
  /** The link holds an invitation. */
  readonly isInvited: boolean;
  readonly onKnown: () => void;
}

export function Introduce({ isInvited, onKnown }: Props) {
  const title = say(isInvited ? 'who-invited' : 'who-table');
  return (
    <Shell title={title}>
      <section class="lobby-narrow card">
        <h1>{title}</h1>
        <NameForm label={say('continue')} onKnown={onKnown} />
        <ProviderSignIn />
        {hasPasskeys() ? <PasskeySignIn onKnown={onKnown} /> : null}
      </section>
    </Shell>
  );
}
