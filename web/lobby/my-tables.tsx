// The player's own tables: those that wait for the player first, and those that are over.
import type { ComponentChildren } from 'preact';
import type { MyPastMatch, MySeat } from '../../client/index.ts';
import { Link } from '../lib/link.tsx';
import { GamePicture } from './pictures/index.tsx';
import { myTables, waitingTables } from './polls.ts';
import { say } from './say.ts';
import { askedNames, byUrgency, othersAt, standingOf } from './standings.ts';
import { company, listed, momentOf, titleOf } from './words.ts';

export function MyTables() {
  const { value } = myTables.value;
  if (value === null || value.seats.length + value.finished.length === 0) return null;
  const { value: count } = waitingTables;
  return (
    <section class="lobby-part" aria-labelledby="your-tables">
      <h2 id="your-tables">{say('your-tables')}</h2>
      {count === 0 ? null : <p class="lobby-hint">{say('waiting', { count })}</p>}
      <ul class="table-list">
        {byUrgency(value.seats).map((mine) => (
          <Running key={mine.matchId} mine={mine} />
        ))}
      </ul>
      {value.finished.length === 0 ? null : (
        <details class="lobby-fold lobby-past">
          <summary>{say('ended', { count: value.finished.length })}</summary>
          <ul class="table-list">
            {value.finished.map((past) => (
              <Past key={past.matchId} past={past} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function Running({ mine }: { readonly mine: MySeat }) {
  const standing = standingOf(mine);
  const { deadline, startsAt } = mine;
  const until = deadline === null ? '' : ` ${say('turn-until', { time: momentOf(deadline) })}`;
  const word =
    standing === 'their-turn'
      ? say(standing, { names: listed(askedNames(mine)) })
      : startsAt !== null
        ? say('starts', { time: momentOf(startsAt) })
        : `${say(standing)}${until}`;
  return (
    <li>
      <Link to={{ name: 'table', id: mine.matchId, invitation: '' }} class="table-line">
        <GamePicture game={mine.game} isSmall />
        <Words title={titleOf(mine.game)} names={othersAt(mine.names, mine.seat)} />
        <span class="table-state" data-mine={standing === 'your-turn' || undefined}>
          {word}
        </span>
      </Link>
    </li>
  );
}

function Past({ past }: { readonly past: MyPastMatch }) {
  const { game, matchId, seat, place, abandoned } = past;
  const others = othersAt(past.names, seat);
  const title = titleOf(game);
  const word =
    place === 1
      ? say('won')
      : place !== null
        ? say('place', { place })
        : say(abandoned?.why === 'closed' ? 'closed-early' : 'given-up');
  return (
    <li class="table-line">
      <GamePicture game={game} isSmall />
      <Words title={title} names={others}>
        <span class="faint"> · {momentOf(Date.parse(past.updatedAt))}</span>
      </Words>
      <span class="table-state">{word}</span>
      {abandoned?.why === 'closed' ? null : (
        <Link
          to={{ name: 'replay', id: matchId, version: null, as: 'spectator' }}
          class="button"
          label={say('look-back-of', { game: title, with: company(others) })}
        >
          {say('look-back')}
        </Link>
      )}
    </li>
  );
}

interface WordsProps {
  readonly title: string;
  readonly names: readonly string[];
  readonly children?: ComponentChildren;
}

export function Words({ title, names, children }: WordsProps) {
  return (
    <span class="table-words">
      <strong>{title}</strong>
      <span class="faint">
        {company(names)}
        {children}
      </span>
    </span>
  );
}
