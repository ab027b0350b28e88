// A replay: the position on its board, the controls below, events and points beside it.
import { signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { CheckMatch } from '../lib/check-match.tsx';
import { language } from '../lib/language.ts';
import { Link } from '../lib/link.tsx';
import { prefersText } from '../lib/preferences.ts';
import { SeatMark } from '../seats/seat-mark.tsx';
import { CaptainsEyes } from './captains-eyes.tsx';
import { Controls } from './controls.tsx';
import { Eyesight } from './eyesight.tsx';
import type { Film } from './film.ts';
import { InWords } from './in-words.tsx';
import { whatKeyMeans } from './keys.ts';
import { LinkToMoment } from './link-to-moment.tsx';
import { Moment } from './moment.tsx';
import { nameAt } from './names.ts';
import { sightsOf } from './scene.ts';
import { ScoreChart } from './score-chart.tsx';
import { say } from './texts.ts';

interface Props {
  readonly id: string;
  readonly film: Film;
}

export function Looking({ id, film }: Props) {
  const { replay, scores, furniture } = film;
  const { value: table } = film.table;
  const pointing = useMemo(
    () => ({ lit: signal<ReadonlySet<string>>(new Set()), litSeats: signal<ReadonlySet<number>>(new Set()) }),
    [],
  );
  const sights = useMemo(
    () => sightsOf(film, pointing),
    [film, pointing, replay.seenAs.value, language.value],
  );
  useKeys(film);
  const { Board, Own, Seat } = furniture.board;
  const { board, hands } = sights;
  const { value: isText } = prefersText;
  return (
    <div class="replay">
      <div class="replay-page">
        <header class="replay-header">
          <h1>{say('title', { game: furniture.teller.book.title })}</h1>
          <Link class="button" to={{ name: 'table', id, invitation: '' }}>
            {say('toTable')}
          </Link>
        </header>
        <div class="replay-stage" aria-busy={replay.isLoading.value}>
          {isText ? <InWords film={film} sights={sights} /> : <Board {...board} />}
          {Seat === undefined || isText ? null : (
            <ul class="replay-seats">
              {table.seats.map(({ seat }) => (
                <li key={seat} data-at={`seat-${seat}`}>
                  <b>
                    <SeatMark seat={seat} /> {nameAt(table, seat)}
                  </b>
                  <Seat {...board} of={seat} />
                </li>
              ))}
            </ul>
          )}
          {Own === undefined || isText
            ? null
            : hands.map((hand) => (
                <section key={hand.seat} class="replay-hand">
                  <h2>{say('hand', { name: nameAt(table, hand.seat) })}</h2>
                  <Own {...hand} />
                </section>
              ))}
        </div>
        <div class="replay-side">
          <Eyesight replay={replay} table={table} />
          <label class="replay-text">
            <input
              type="checkbox"
              checked={prefersText.value}
              onChange={(event) => {
                prefersText.value = event.currentTarget.checked;
              }}
            />
            {say('asText')}
          </label>
          <Moment film={film} pointing={pointing} />
          <LinkToMoment id={id} replay={replay} />
          {table.seed === null ? null : <CheckMatch id={id} />}
        </div>
      </div>
      <Controls film={film} />
      <ScoreChart replay={replay} scores={scores} table={table} />
      <CaptainsEyes id={id} film={film} />
    </div>
  );
}

function useKeys({ replay }: Film): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const within = event.target instanceof Element ? event.target.tagName : '';
      const act = whatKeyMeans(event, within);
      if (act === undefined) return;
      event.preventDefault();
      void act(replay);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [replay]);
}
