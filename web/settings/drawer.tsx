// The settings of a table, in a drawer over it: nobody has to leave the table for them.
import './drawer.css';
import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import { type Framed, NoticeFields } from '../notices/notice-fields.tsx';
import { PageFields, TableFields } from './preference-fields.tsx';
import { say } from './say.ts';

interface DrawerProps {
  readonly dialog: RefObject<HTMLDialogElement | null>;
  readonly matchId: string;
  readonly isHost: boolean;
}

/** Opened by whoever has the dialog. */
export function Drawer({ dialog, matchId, isHost }: DrawerProps) {
  const id = useId();
  const close = () => dialog.current?.close();
  /** The server is asked only by those who look. */
  const wasOpened = useSignal(false);
  return (
    // A click beside it closes it; keys have Escape.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <dialog
      ref={dialog}
      class="drawer"
      aria-labelledby={id}
      onClick={({ target }) => target === dialog.current && close()}
      onFocusCapture={() => (wasOpened.value = true)}
    >
      <div class="drawer-inside">
        <div class="drawer-head">
          <h2 id={id}>{say('title')}</h2>
          <button type="button" class="button" aria-label={say('close')} onClick={close}>
            ×
          </button>
        </div>
        <TableFields />
        {wasOpened.value ? <NoticeFields Around={Folded} matchId={matchId} isHost={isHost} /> : null}
        <PageFields />
        <FullScreen />
      </div>
    </dialog>
  );
}

function Folded({ title, children }: Framed) {
  return (
    <details class="drawer-fold">
      <summary>{title}</summary>
      {children}
    </details>
  );
}

/** Where the browser allows it; phones mostly do not. */
function FullScreen() {
  const isFull = useSignal(document.fullscreenElement !== null);
  useEffect(() => {
    const follow = () => {
      isFull.value = document.fullscreenElement !== null;
    };
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, []);
  if (!document.fullscreenEnabled) return null;
  const toggle = () =>
    isFull.value ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  return (
    <button
      type="button"
      class="button"
      aria-pressed={isFull.value}
      // Refused: it stays as it is.
      onClick={() => void toggle().catch(() => undefined)}
    >
      {say('full-screen')}
    </button>
  );
}
