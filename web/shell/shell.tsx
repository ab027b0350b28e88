// The frame of a page: header, main part, footer, and the page's title.
import './shell.css';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { textsOf } from '../lib/language.ts';
import { Link } from '../lib/link.tsx';
import { playerName } from '../lib/player.ts';
import { isMoved } from '../lib/router.ts';
import { Footer } from './footer.tsx';
import en from './lang/en.json' with { type: 'json' };
import fr from './lang/fr.json' with { type: 'json' };
import { LanguageSwitch } from './language-switch.tsx';
import { Mark } from './mark.tsx';

const say = textsOf({ en, fr });

interface Props {
  /** Of the page, in the browser's tab; empty: only the program's name. */
  readonly title: string;
  /** For screens that need all the room there is: a thin header, no footer. */
  readonly slim?: boolean;
  readonly children: ComponentChildren;
}

export function Shell({ title, slim = false, children }: Props) {
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    document.title = title === '' ? 'Quayside' : `${title} · Quayside`;
  }, [title]);
  useEffect(() => {
    // The focused element is gone with the previous screen; the focus moves to the top.
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isMoved.peek() && isLost) main.current?.focus({ preventScroll: true });
  }, []);
  const name = playerName.value;
  return (
    <div class="shell" data-slim={slim || undefined}>
      {/* No link: the address's fragment may hold an invitation. */}
      <button type="button" class="shell-skip button" onClick={() => main.current?.focus()}>
        {say('skip')}
      </button>
      <header class="shell-header">
        <Link to={{ name: 'home' }} class="shell-home" label="Quayside">
          <Mark size={slim ? 24 : 32} />
          <span class={slim ? 'shell-name shell-spare' : 'shell-name'}>Quayside</span>
        </Link>
        <nav class="shell-nav" aria-label={say('nav')}>
          <Link
            to={{ name: 'settings' }}
            class="shell-settings"
            label={name === '' ? say('settings') : say('settings-of', { name })}
          >
            <Gear />
            <span class={slim ? 'shell-player shell-spare' : 'shell-player'}>
              {name === '' ? say('settings') : name}
            </span>
          </Link>
          {slim ? null : <LanguageSwitch />}
        </nav>
      </header>
      <main class={slim ? 'shell-main' : 'shell-main shell-page'} ref={main} tabIndex={-1}>
        {children}
      </main>
      {slim ? null : <Footer />}
    </div>
  );
}

function Gear() {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      stroke-width="1.5"
      aria-hidden="true"
    >
      <circle cx="10" cy="10" r="6.2" />
      <circle cx="10" cy="10" r="1.8" />
      <path d="M10 1.2v17.6M1.2 10h17.6M3.8 3.8l12.4 12.4M16.2 3.8 3.8 16.2" stroke-linecap="round" />
    </svg>
  );
}
