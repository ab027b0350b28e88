// One game on the first page: its picture, what it is about, and the ways into a match.
import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { GameFacts } from '../../client/index.ts';
import { FirstMatchOffer } from '../first-match/offer.tsx';
import { language } from '../lib/language.ts';
import { Link } from '../lib/link.tsx';
import { GamePicture } from './pictures/index.tsx';
import { maybeSay, say } from './say.ts';
import { seatChoices, usualSeats } from './wishes.ts';

export interface Intent {
  readonly kind: 'play' | 'invite';
  readonly game: string;
  readonly seats: number;
}

interface Props {
  readonly game: GameFacts;
  /** This card's table is being opened. */
  readonly isBusy: boolean;
  /** Why that did not work; empty if it did. */
  readonly fault: string;
  readonly onIntent: (intent: Intent) => void;
}

export function GameCard({ game, isBusy, fault, onIntent }: Props) {
  const heading = useId();
  const seats = useSignal(usualSeats(game));
  const { id, seats: range } = game;
  const title = game.title[language.value];
  const players = range.min === range.max ? `${range.min}` : `${range.min}–${range.max}`;
  const minutes = maybeSay(`minutes.${id}`);
  const intend = (kind: Intent['kind']) => {
    if (!isBusy) onIntent({ kind, game: id, seats: seats.value });
  };
  return (
    <article class="game-card" aria-labelledby={heading}>
      <GamePicture game={id} />
      <div class="game-card-body">
        <h3 id={heading}>{title}</h3>
        <p class="game-card-facts">
          {minutes === undefined ? say('facts-short', { players }) : say('facts', { players, minutes })}
        </p>
        <p class="game-card-about">{maybeSay(`about.${id}`) ?? say('about.other')}</p>
        <Seats
          game={title}
          choices={seatChoices(game)}
          chosen={seats.value}
          onChoose={(n) => (seats.value = n)}
        />
        <button
          type="button"
          class="button"
          data-main
          aria-label={say('play-now-of', { game: title })}
          aria-disabled={isBusy}
          onClick={() => intend('play')}
        >
          {say(isBusy ? 'opening' : 'play-now')}
        </button>
        <FirstMatchOffer game={id} title={title} />
        <div class="game-card-more">
          <button
            type="button"
            class="button"
            aria-label={say('invite-of', { game: title })}
            aria-disabled={isBusy}
            onClick={() => intend('invite')}
          >
            {say('invite')}
          </button>
          <Link to={{ name: 'new', game: id }} label={say('more-of', { game: title })} class="lobby-quiet">
            {say('more')}
          </Link>
        </div>
        <p class="lobby-fault" role="alert">
          {fault}
        </p>
      </div>
    </article>
  );
}

interface SeatsProps {
  readonly game: string;
  readonly choices: readonly number[];
  readonly chosen: number;
  readonly onChoose: (seats: number) => void;
}

function Seats({ game, choices, chosen, onChoose }: SeatsProps) {
  const name = useId();
  return (
    <fieldset class="segments">
      <legend>
        <span aria-hidden="true">{say('players')}</span>
        <span class="unseen">{say('players-of', { game })}</span>
      </legend>
      {choices.map((seats) => (
        <label key={seats}>
          <input type="radio" name={name} checked={seats === chosen} onChange={() => onChoose(seats)} />
          <span>{seats}</span>
        </label>
      ))}
    </fieldset>
  );
}
