// The news as sentences; each leads to the position after it.
import './news.css';
import { useComputed, useSignal } from '@preact/signals';
import type { TargetedKeyboardEvent } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { ToldPart } from '../../client/index.ts';
import type { Entered, SomeGame } from '../table/entry.ts';
import { type News, takenBackIn } from './log.ts';
import { Struck } from './struck.tsx';
import { say } from './texts.ts';
import { type Pointing, pointsAt, Told } from './told.tsx';

/** Shown at first; the rest on demand. */
const PAGE = 60;
const QUIET_MS = 1_000;
/** Of more sentences about one move only the first is shown until the others are asked for. */
const LONGEST = 4;
/** In which a line can be read, in pixels. */
const LEAST_HEIGHT = 72;

interface Props {
  readonly place: Entered;
  /** The board shows an earlier position. */
  readonly onLook: () => void;
}

export function NewsList({ place, onLook }: Props) {
  const { live, playback } = place;
  const pages = useSignal(1);
  /** News are listed only once their move is shown. */
  const told = useComputed(() => live.news.value.filter(({ version }) => version <= playback.told.value));
  const list = useRef<HTMLOListElement>(null);
  const isAtEnd = useRef(true);
  /** The newest line is in sight: nothing else has to say the same. */
  const showsNewest = useSignal(false);
  /** The line that the keyboard has reached: all of them are one stop, which begins at the newest. */
  const reached = useSignal<number | null>(null);
  const { value: all } = told;
  const taken = takenBackIn(all);
  const newest = all.at(-1)?.version;
  useLayoutEffect(() => {
    const { current } = list;
    if (current !== null && isAtEnd.current) current.scrollTop = current.scrollHeight;
  }, [newest]);
  // Shown again, or in another size, it has its end in view too.
  useLayoutEffect(() => {
    const { current } = list;
    if (current === null) return;
    const watch = new ResizeObserver(() => {
      if (isAtEnd.current) current.scrollTop = current.scrollHeight;
      showsNewest.value = isAtEnd.current && current.clientHeight >= LEAST_HEIGHT;
    });
    watch.observe(current);
    return () => watch.disconnect();
  }, []);
  /** The version of the first line that is shown. */
  const first = useSignal<number | null>(null);
  const least = PAGE * pages.value;
  const from = first.value ?? all.at(-least)?.version ?? all[0]?.version ?? 0;
  const shown = all.filter(({ version }) => version >= from);
  const stop = reached.value ?? shown.findLast((one) => isWorthALine(one, place))?.version;
  const isLong = shown.length > least + PAGE;
  useEffect(() => {
    if (newest === undefined) return;
    first.value ??= from;
    if (!isLong) return;
    // In a quiet moment: what goes away together with what comes would move all lines between them.
    const quiet = setTimeout(() => {
      first.value = all.at(-least)?.version ?? from;
    }, QUIET_MS);
    return () => clearTimeout(quiet);
  }, [newest, isLong]);
  const showEarlier = () => {
    pages.value += 1;
    first.value = all.at(-PAGE * pages.value)?.version ?? all[0]?.version ?? 0;
  };
  return (
    <section class="news" aria-labelledby="news-title" data-newest={showsNewest.value || undefined}>
      <h2 id="news-title" class="unseen">
        {say('title')}
      </h2>
      <ol
        ref={list}
        onKeyDown={walk}
        onFocusOut={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget as Node | null)) reached.value = null;
        }}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          // While it is not shown, it has no size.
          if (clientHeight > 0) isAtEnd.current = scrollHeight - clientHeight - scrollTop < 40;
          showsNewest.value = isAtEnd.current && clientHeight >= LEAST_HEIGHT;
        }}
      >
        {shown.length < all.length && (
          <li class="news-more">
            <button type="button" class="news-look" tabIndex={-1} onClick={showEarlier}>
              {say('earlier')}
            </button>
          </li>
        )}
        {shown.map((one) => (
          <Line
            key={one.version}
            place={place}
            news={one}
            isStop={one.version === stop}
            takenBackBy={taken.get(one.version)}
            onReach={() => {
              reached.value = one.version;
            }}
            onLook={onLook}
          />
        ))}
      </ol>
    </section>
  );
}

function isWorthALine({ events }: News<SomeGame>, { teller, live }: Entered): boolean {
  return events.some((event) => teller.parts(event, live.table.names).length > 0);
}

/** By arrow keys, from line to line. */
function walk(event: TargetedKeyboardEvent<HTMLOListElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  const here = buttons.indexOf(document.activeElement as HTMLElement);
  const there = { ArrowUp: here - 1, ArrowDown: here + 1, Home: 0, End: buttons.length - 1 }[event.key];
  if (here === -1 || there === undefined) return;
  event.preventDefault();
  buttons[there]?.focus();
}

interface FoldedProps {
  readonly sentences: readonly (readonly ToldPart[])[];
  readonly pointing: Pointing;
}

/** Made only when it is opened: a long match has hundreds of them. */
function Folded({ sentences, pointing }: FoldedProps) {
  const isOpen = useSignal(false);
  return (
    <details
      class="news-rest"
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open;
      }}
    >
      <summary>{say('rest', { count: sentences.length })}</summary>
      {isOpen.value
        ? sentences.map((parts, place) => (
            <p key={place}>
              <Told parts={parts} pointing={pointing} />
            </p>
          ))
        : null}
    </details>
  );
}

interface LineProps extends Props {
  readonly news: News<SomeGame>;
  /** The version that took it back. */
  readonly takenBackBy: number | undefined;
  /** Whether the Tab key leads here. */
  readonly isStop: boolean;
  readonly onReach: () => void;
}

function Line({ place, news, takenBackBy, isStop, onReach, onLook }: LineProps) {
  const { live, teller, playback, pointing } = place;
  const names = live.table.names;
  const sentences = news.events
    .map((event) => teller.parts(event, names))
    .filter((parts) => parts.length > 0);
  const isLookedAt = useComputed(
    () => playback.isLookingBack.value && playback.scene.value?.version === news.version,
  );
  const problem = useSignal('');
  if (sentences.length === 0) return null;
  const shown = sentences.slice(0, sentences.length > LONGEST ? 1 : LONGEST);
  const folded = sentences.slice(shown.length);
  const { light, quench } = pointsAt(pointing, sentences.flat());
  const look = async () => {
    const isThere = await playback.lookAt(news.version);
    problem.value = isThere ? '' : say('not-there');
    if (isThere) onLook();
  };
  return (
    <li class="news-line" data-looked={isLookedAt.value || undefined}>
      <Struck by={takenBackBy}>
        {shown.map((parts, place) => (
          <p key={place}>
            <Told parts={parts} pointing={pointing} />
          </p>
        ))}
        {folded.length > 0 && <Folded sentences={folded} pointing={pointing} />}
      </Struck>
      <p class="news-foot">
        <span role="alert">{problem}</span>
        {news.by === 'clock' && <span class="faint">{say('by-clock')} </span>}
        <button
          type="button"
          class="news-look"
          aria-label={say('look-at', { version: news.version })}
          title={say('look')}
          tabIndex={isStop ? 0 : -1}
          onClick={() => void look()}
          onFocus={() => {
            onReach();
            light();
          }}
          onBlur={quench}
        >
          ↶ {news.version}
        </button>
      </p>
    </li>
  );
}
