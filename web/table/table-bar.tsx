// The bar on top of a match: the way home, the game, drawing or text, the ways out.
import type { Signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { LeaveFirstMatch } from '../first-match/leave.tsx';
import { useKey } from '../lib/keys.ts';
import { Link } from '../lib/link.tsx';
import { openBook } from '../lib/open-rules.ts';
import { prefersText } from '../lib/preferences.ts';
import { Drawer } from '../settings/drawer.tsx';
import type { Entered } from './entry.ts';
import { say } from './texts.ts';
import { WaysOut } from './ways-out.tsx';

interface Props {
  readonly place: Entered;
  /** Once the match is over: whether its result is shown, or the board. */
  readonly showsResult: Signal<boolean> | null;
  readonly ways: RefObject<HTMLDialogElement | null>;
}

export function TableBar({ place, showsResult, ways }: Props) {
  const { live, board, teller, coach } = place;
  const menuId = useId();
  const drawer = useRef<HTMLDialogElement>(null);
  const closing = { popovertarget: menuId, popovertargetaction: 'hide' } as const;
  const { game, matchId, hostSeat } = live.facts.value;
  const isHost = hostSeat !== null && live.seat.value === hostSeat;
  const toggleText = () => {
    if (board !== null) prefersText.value = !prefersText.value;
  };
  useKey('text', toggleText);
  return (
    <header class="table-bar">
      <Link to={{ name: 'home' }} class="table-bar-item table-home" label={say('home')}>
        <span aria-hidden="true">⚓</span>
      </Link>
      <h1>{teller.book.title}</h1>
      <button type="button" class="table-bar-item table-more" popovertarget={menuId} aria-label={say('menu')}>
        <span aria-hidden="true">⋮</span>
      </button>
      {/* In a row where it is wide; where it is narrow, behind that button. */}
      <div id={menuId} class="table-menu" popover="auto">
        {showsResult !== null && (
          <button
            type="button"
            class="table-bar-item"
            {...closing}
            onClick={() => {
              showsResult.value = !showsResult.value;
            }}
          >
            {say(showsResult.value ? 'board' : 'result')}
          </button>
        )}
        {board !== null && (
          <button type="button" class="table-bar-item" {...closing} onClick={toggleText}>
            {say(prefersText.value ? 'drawing' : 'as-text')}
          </button>
        )}
        <button
          type="button"
          class="table-bar-item"
          aria-haspopup="dialog"
          {...closing}
          onClick={() => openBook(game)}
        >
          {say('rules')}
        </button>
        <button
          type="button"
          class="table-bar-item"
          aria-haspopup="dialog"
          {...closing}
          onClick={() => drawer.current?.showModal()}
        >
          {say('settings')}
        </button>
        {coach === null ? (
          <button type="button" class="table-bar-item" onClick={() => ways.current?.showModal()}>
            {say('leave')}
          </button>
        ) : (
          <LeaveFirstMatch />
        )}
      </div>
      <Drawer dialog={drawer} matchId={matchId} isHost={isHost} />
      <WaysOut place={place} dialog={ways} />
    </header>
  );
}
