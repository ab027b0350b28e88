// Whether the player is signed in at the provider, and the way there and back.
import { forgetPlayer, isSignedIn, playerName } from '../lib/player.ts';
import { ProviderSignIn, useProvider } from '../lobby/provider-sign-in.tsx';
import { say } from './say.ts';

export function Account() {
  const { provider } = useProvider();
  if (provider === null) return null;
  return (
    <section class="card settings-part" aria-labelledby="account">
      <h2 id="account">{say('account')}</h2>
      <p>{say(isSignedIn.value ? 'account-in' : 'account-about', { provider, name: playerName.value })}</p>
      {isSignedIn.value ? (
        <div>
          <button type="button" class="button" onClick={() => void forgetPlayer()}>
            {say('account-out')}
          </button>
        </div>
      ) : (
        <ProviderSignIn />
      )}
    </section>
  );
}
