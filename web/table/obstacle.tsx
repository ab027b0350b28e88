// Why a table is not shown, and what to do next.
import { useEffect, useRef } from 'preact/hooks';
import { Link } from '../lib/link.tsx';
import { say } from './texts.ts';

type Key = Parameters<typeof say>[0];

/** By the code of the refusal, or the reason of the end. */
const TEXTS: Readonly<Record<string, readonly [title: Key, text: Key]>> = {
  superseded: ['elsewhere', 'elsewhere-why'],
  closed: ['closed', 'closed-why'],
  'signed-out': ['signed-out', 'signed-out-why'],
  unauthenticated: ['signed-out', 'signed-out-why'],
  'not-admitted': ['given-up', 'given-up-why'],
  'unknown-match': ['no-table', 'no-table-why'],
  'invitation-required': ['not-admitted', 'not-admitted-why'],
  'spectators-not-allowed': ['not-admitted', 'not-admitted-why'],
  'consent-needed': ['asking', 'asking-why'],
  'table-full': ['full', 'full-why'],
  unreachable: ['unreachable', 'unreachable-why'],
};

interface Props {
  readonly code: string;
  /** What the server says about it. */
  readonly message?: string;
  readonly again: () => void;
}

export function Obstacle({ code, message, again }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  // What had the focus is gone.
  useEffect(() => heading.current?.focus(), [code]);
  const [title, text] = TEXTS[code] ?? ['problem', null];
  return (
    <main class="table-obstacle">
      <div class="card">
        <h1 tabIndex={-1} ref={heading}>
          {say(title)}
        </h1>
        <p>{text === null ? message : say(text)}</p>
        <p class="table-choices">
          <button type="button" class="button" data-main onClick={again}>
            {say(code === 'superseded' ? 'play-here' : 'try-again')}
          </button>
          <Link to={{ name: 'home' }} class="button">
            {say('home')}
          </Link>
        </p>
      </div>
    </main>
  );
}
