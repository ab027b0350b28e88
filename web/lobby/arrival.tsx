// The page to which the provider sends the browser back: ends the attempt to sign in, and goes where it began.
import './lobby.css';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { sentenceOf } from '../lib/failure.ts';
import { suggestLanguage } from '../lib/language.ts';
import { Link } from '../lib/link.tsx';
import { arriveSignedIn, back } from '../lib/player.ts';
import { go } from '../lib/router.ts';
import { screenAt } from '../lib/screens.ts';
import { Shell } from '../shell/shell.tsx';
import { ProviderSignIn } from './provider-sign-in.tsx';
import { say } from './say.ts';

export function Arrival() {
  const fault = useSignal('');
  useEffect(() => {
    const query = location.search.slice(1);
    // The code must stay neither in the address nor in the browser's history.
    go({ name: 'sign-in' }, 'replace');
    const arrive = async () => {
      try {
        const known = await arriveSignedIn(query);
        if (known !== null) suggestLanguage(known);
        go(screenAt(new URL(back.value, location.origin)), 'replace');
      } catch (failure) {
        fault.value = sentenceOf(failure);
      }
    };
    void arrive();
  }, []);
  const title = say(fault.value === '' ? 'signing-in' : 'sign-in-failed');
  return (
    <Shell title={title}>
      <section class="lobby-narrow card">
        <h1>{title}</h1>
        <p role="status" class="lobby-fault">
          {fault.value}
        </p>
        {fault.value === '' ? null : (
          <>
            <ProviderSignIn />
            <div class="lobby-buttons">
              <Link to={{ name: 'home' }} class="button">
                {say('sign-in-without')}
              </Link>
            </div>
          </>
        )}
      </section>
    </Shell>
  );
}
