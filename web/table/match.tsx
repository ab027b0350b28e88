// A match on the screen: the board gets the room; the question lies above it, one's own cards below it, the seats
// beside it, and everything else is folded until it is opened.
import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { ActionBar } from '../action/action-bar.tsx';
import { useWhyNot } from '../action/why-not.ts';
import { Chat } from '../chat/chat.tsx';
import { useKey } from '../lib/keys.ts';
import { closeRules } from '../lib/open-rules.ts';
import { prefersText } from '../lib/preferences.ts';
import { NewsList } from '../news/news-list.tsx';
import { AskLeave } from '../notices/ask-leave.tsx';
import { callTurn } from '../notices/call-turn.ts';
import { ToldLine } from '../playback/told-line.tsx';
import { UndoQuestion } from '../playback/undo-question.tsx';
import { Seats } from '../seats/seats.tsx';
import { TextTable } from '../text-table/text-table.tsx';
import { stayAwake } from './awake.ts';
import { ringTurn } from './bell.ts';
import { Drawn } from './drawn.tsx';
import type { Entered } from './entry.ts';
import { keepFocus } from './focus.ts';
import { keepTable } from './kept.ts';
import { Outcome } from './outcome.tsx';
import { type Panel, Panels } from './panels.tsx';
import { Proposal } from './proposal.tsx';
import { saw } from './seen.ts';
import { StandIn } from './stand-in.tsx';
import { TableBar } from './table-bar.tsx';
import { say } from './texts.ts';
import { showTurn } from './turn.ts';
import { Zoomable } from './zoomable.tsx';

export function Match({ place }: { readonly place: Entered }) {
  const { live, playback, coach } = place;
  const panel = useSignal<Panel>('own');
  const isOver = useComputed(() => live.facts.value.status !== 'playing');
  /** The result is not shown while the last moves are still being shown. */
  const isTold = useComputed(() => {
    const { result, abandoned } = live.facts.value;
    return (result !== null || abandoned !== null) && playback.behind.value === 0;
  });
  const showsResult = useSignal(true);
  const isResult = useComputed(() => isTold.value && showsResult.value);
  const zone = useComputed(() => {
    if (isResult.value) return 'none';
    // Text tables have one's own things among the others.
    const hasOwn = !prefersText.value && live.seat.value !== null;
    return hasOwn ? 'both' : 'action';
  });
  const standsIn = useComputed(() => {
    const { value: seat } = live.seat;
    const { seats, status } = live.facts.value;
    return seat !== null && status === 'playing' && seats[seat]?.botPlays === true;
  });
  useSignalEffect(() => {
    if (coach === null && playback.isNow.value && playback.scene.value?.time === 'now')
      saw(live.table.id, playback.scene.value.version);
  });
  useEffect(() => showTurn(place), [place]);
  useEffect(() => ringTurn(live), [live]);
  useEffect(() => stayAwake(live), [live]);
  useEffect(() => (coach === null ? callTurn(place) : undefined), [place]);
  useEffect(() => (coach === null ? keepTable(live) : undefined), [live]);
  useEffect(() => closeRules, []);
  const ways = useRef<HTMLDialogElement>(null);
  const table = useRef<HTMLDivElement>(null);
  useEffect(() => (table.current === null ? undefined : keepFocus(table.current)), []);
  useKey('now', () => playback.toNow());
  useWhyNot(table, place);
  return (
    <div
      ref={table}
      class="table"
      data-panel={panel.value}
      data-zone={zone.value}
      data-coached={coach !== null || undefined}
    >
      <TableBar place={place} showsResult={isTold.value ? showsResult : null} ways={ways} />
      <main class="table-middle">
        <UndoQuestion place={place} />
        <Proposal place={place} onAnswer={() => ways.current?.showModal()} />
        <Middle place={place} showsResult={isResult.value} />
        {coach === null && <AskLeave live={live} />}
      </main>
      <ToldLine place={place} />
      <section class="table-own" aria-labelledby="table-own-title">
        <h2 id="table-own-title" class="unseen">
          {say('own')}
        </h2>
        {zone.value === 'both' && <Drawn place={place} part="Own" />}
      </section>
      <section class="table-action" aria-label={say('action')}>
        {standsIn.value ? (
          <StandIn live={live} />
        ) : (
          !isOver.value && <ActionBar place={place} panel={panel} />
        )}
        {live.facts.value.status === 'frozen' && <p class="table-frozen">{say('frozen')}</p>}
      </section>
      <aside class="table-side">
        <Panels live={live} panel={panel} isAlone={coach !== null} />
        <Seats place={place} />
        <NewsList
          place={place}
          onLook={() => {
            showsResult.value = false;
          }}
        />
        {coach === null && <Chat live={live} />}
      </aside>
    </div>
  );
}

function Middle({ place, showsResult }: { readonly place: Entered; readonly showsResult: boolean }) {
  const { playback } = place;
  if (showsResult)
    return (
      <section class="table-board" aria-label={say('result')}>
        <div class="table-text">
          <Outcome place={place} />
        </div>
      </section>
    );
  return (
    <section
      class="table-board"
      aria-label={say('board')}
      data-time={playback.isLookingBack.value ? 'past' : undefined}
      // A click on the board while moves are still being shown means that the player wants to play.
      onClickCapture={() => {
        if (playback.behind.value > 0) playback.toNow();
      }}
    >
      {prefersText.value ? (
        <div class="table-text">
          <TextTable place={place} />
        </div>
      ) : (
        <Zoomable>
          <Drawn place={place} part="Board" />
        </Zoomable>
      )}
    </section>
  );
}
