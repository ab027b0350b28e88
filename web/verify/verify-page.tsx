// The page that checks a record, in the frame of all pages.
import { useEffect } from 'preact/hooks';
import { LanguageSwitch } from '../shell/language-switch.tsx';
import { Mark } from '../shell/mark.tsx';
import { Handing } from './handing.tsx';
import type { Inspection } from './inspection.ts';
import { say } from './texts.ts';
import { Verdict } from './verdict.tsx';

/** Where the server has it. */
const SAVED_PAGE = '/web/quayside-verify.html';

export function VerifyPage({ inspection }: { readonly inspection: Inspection }) {
  const { stage, origin } = inspection;
  const { value: current } = stage;
  const title = say('title');
  useEffect(() => {
    document.title = `${title} · Quayside`;
  }, [title]);
  return (
    <div class="shell">
      <header class="shell-header">
        {origin === null ? (
          <span class="shell-home">
            <Name />
          </span>
        ) : (
          <a href="/" class="shell-home" aria-label={say('home')}>
            <Name />
          </a>
        )}
        <div class="shell-nav">
          <LanguageSwitch />
        </div>
      </header>
      <main class="shell-main shell-page verify">
        <header class="verify-lead">
          <h1>{title}</h1>
          <p>{say('lead')}</p>
        </header>
        <Handing inspection={inspection} />
        {current.name === 'judged' ? (
          <Verdict verification={current.verification} match={current.match} />
        ) : null}
        {origin === null ? null : (
          <section class="card verify-part" aria-labelledby="without-us">
            <h2 id="without-us">{say('without-us')}</h2>
            <p>{say('without-us-about')}</p>
            <a class="button" href={SAVED_PAGE} download>
              {say('save')}
            </a>
          </section>
        )}
      </main>
    </div>
  );
}

function Name() {
  return (
    <>
      <Mark size={32} />
      <span class="shell-name">Quayside</span>
    </>
  );
}
