// The controls of a replay: buttons and a slider.
import { type ReadonlySignal, useSignal, useSignalEffect } from '@preact/signals';
import type { Film } from './film.ts';
import { namesOf } from './names.ts';
import { say, sentenceFor } from './texts.ts';

const SLOW_MS = 300;
/** Drawn 24 units wide and high. */
const SIGNS = {
  first: 'M6 5v14M19 5l-9 7 9 7Z',
  previous: 'M17 5l-9 7 9 7Z',
  play: 'M7 4l12 8-12 8Z',
  pause: 'M8 5v14M16 5v14',
  next: 'M7 5l9 7-9 7Z',
  last: 'M18 5v14M5 5l9 7-9 7Z',
} as const;

interface StepProps {
  readonly name: string;
  readonly sign: keyof typeof SIGNS;
  readonly isOff?: boolean;
  readonly onPress: () => void;
}

function Step({ name, sign, isOff = false, onPress }: StepProps) {
  return (
    // It stays focusable at either end, so that the keyboard does not lose its place.
    <button
      type="button"
      class="button replay-step"
      aria-label={name}
      aria-disabled={isOff}
      onClick={isOff ? undefined : onPress}
    >
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path d={SIGNS[sign]} />
      </svg>
    </button>
  );
}

export function Controls({ film }: { readonly film: Film }) {
  const { replay } = film;
  const { value: at } = replay.position;
  const { value: last } = replay.newest;
  const isPlaying = replay.isPlaying.value;
  const fault = replay.fault.value;
  const isSlow = useSlow(replay);
  return (
    <section class="replay-controls" aria-label={say('position')}>
      <div class="replay-buttons">
        <Step name={say('first')} sign="first" isOff={at === 0} onPress={() => void replay.jump(0)} />
        <Step name={say('previous')} sign="previous" isOff={at === 0} onPress={() => void replay.step(-1)} />
        {isPlaying ? (
          <Step name={say('pause')} sign="pause" onPress={() => replay.pause()} />
        ) : (
          <Step name={say('play')} sign="play" onPress={() => void replay.play()} />
        )}
        <Step name={say('next')} sign="next" isOff={at === last} onPress={() => void replay.step(1)} />
        <Step
          name={say(replay.isOver.value ? 'last' : 'latest')}
          sign="last"
          isOff={at === last && replay.isOver.value}
          onPress={() => void toTheEnd(film)}
        />
        <p class="replay-count">{isSlow.value ? say('loading') : `${at} / ${last}`}</p>
      </div>
      <input
        class="replay-slider"
        type="range"
        min={0}
        max={last}
        value={at}
        aria-label={say('position')}
        aria-valuetext={wordsOf(film)}
        onInput={(event) => void replay.jump(Number(event.currentTarget.value))}
      />
      <div role="alert">
        {fault === null ? null : (
          <p class="replay-fault">
            {say('lost')} {sentenceFor(fault)}{' '}
            <button type="button" class="button" onClick={() => void replay.refresh()}>
              {say('again')}
            </button>
          </p>
        )}
      </div>
    </section>
  );
}

/** The message appears only after a delay. */
function useSlow({ isLoading }: Film['replay']): ReadonlySignal<boolean> {
  const isSlow = useSignal(false);
  useSignalEffect(() => {
    if (!isLoading.value) isSlow.value = false;
    const timer = isLoading.value ? setTimeout(() => (isSlow.value = true), SLOW_MS) : undefined;
    return () => clearTimeout(timer);
  });
  return isSlow;
}

/** In a running match: the newest version. */
async function toTheEnd({ replay }: Film): Promise<void> {
  if (!replay.isOver.value) await replay.refresh();
  await replay.jump(replay.newest.value);
}

/** The move and its events, for screen readers on the slider. */
function wordsOf({ replay, furniture, table }: Film): string {
  const { value: move } = replay.position;
  const { value: last } = replay.newest;
  const { value: shown } = replay.shown;
  const names = namesOf(table.value);
  const [sentence] = (shown?.version === move ? shown.events : []).flatMap(
    (event) => furniture.teller.sentence(event, names) ?? [],
  );
  if (move === 0) return say('setup');
  return sentence === undefined ? say('move', { move, last }) : say('moveSaid', { move, last, sentence });
}
