// Leads to the provider where people sign in, if this server has one.
import { useSignal } from '@preact/signals';
import { sentenceOf } from '../lib/failure.ts';
import { isSignedIn, leaveToSignIn } from '../lib/player.ts';
import { server } from '../lib/server.ts';
import { usePoll } from '../lib/use-poll.ts';
import { say } from './say.ts';

/** The provider, and whether only those who are signed in play. */
export function useProvider() {
  return usePoll(server).value.value?.about.signIn ?? { provider: null, required: false };
}

export function ProviderSignIn() {
  const { provider, required } = useProvider();
  const fault = useSignal('');
  const isBusy = useSignal(false);
  if (provider === null || isSignedIn.value) return null;
  const leave = async () => {
    if (isBusy.value) return;
    isBusy.value = true;
    fault.value = '';
    try {
      await leaveToSignIn();
    } catch (failure) {
      fault.value = sentenceOf(failure);
      isBusy.value = false;
    }
  };
  return (
    <div class="passkey-sign-in">
      {required ? <p>{say('sign-in-required')}</p> : null}
      <button type="button" class="button" aria-disabled={isBusy.value} onClick={() => void leave()}>
        {say('sign-in', { provider })}
      </button>
      <p role="status" class="settings-news">
        {fault.value}
      </p>
    </div>
  );
}
