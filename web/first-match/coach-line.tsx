// What the coach says, in the place of the question: one sentence at a time, and the button to go on.
import { useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { isByKeys } from '../lib/keys.ts';
import type { Entered } from '../table/entry.ts';
import type { Coach } from './coach.ts';
import { say } from './texts.ts';

interface Props {
  readonly place: Entered;
  readonly coach: Coach;
}

const SPOTLIT = '.table-board .piece:is([data-lit], [data-can])';
const SEAT = /^seat-(\d+)$/;

export function CoachLine({ place, coach }: Props) {
  const { playback, pointing } = place;
  const onward = useRef<HTMLButtonElement>(null);
  useSignalEffect(() => {
    if (coach.isQuick.value && playback.behind.value > 0) playback.toNow();
  });
  useSignalEffect(() => {
    const shown = coach.shows.value;
    pointing.lit.value = new Set(shown);
    pointing.litSeats.value = new Set(shown.flatMap((id) => SEAT.exec(id)?.slice(1).map(Number) ?? []));
  });
  // What the others do is seen first.
  const isShowing = playback.behind.value > 0 || playback.isTelling.value;
  const isTold = coach.manner.value === 'told' && !isShowing;
  useEffect(() => {
    document.querySelector(SPOTLIT)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (isTold && isByKeys.peek()) onward.current?.focus({ preventScroll: true });
  }, [isShowing, coach.sentence.value]);
  const sentence = isShowing ? say('watch') : coach.sentence.value;
  return (
    <div class="coach">
      <p class="action-sentence" tabIndex={-1}>
        <span aria-live="polite">
          <span key={sentence}>{sentence}</span>
        </span>
      </p>
      {isTold ? (
        <button ref={onward} type="button" class="button" data-main onClick={() => coach.goOn()}>
          {say('go-on')}
        </button>
      ) : null}
      <progress class="coach-share" max={1} value={coach.share.value} aria-label={say('share')} />
    </div>
  );
}
