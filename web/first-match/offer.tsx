// Offers the first match of a game, where it has one.
import { Link } from '../lib/link.tsx';
import { addressOf } from '../lib/screens.ts';
import { hasFirstMatch } from './games.ts';
import { progressIn } from './progress.ts';
import { say } from './texts.ts';

interface Props {
  readonly game: string;
  readonly title: string;
  /** In another tab: this one keeps a seat. */
  readonly isAside?: boolean;
}

export function FirstMatchOffer({ game, title, isAside = false }: Props) {
  if (!hasFirstMatch(game)) return null;
  const { step, isPlayed } = progressIn(game);
  const offer = step > 0 ? 'resume' : isPlayed ? 'again' : 'offer';
  const label = say(`${offer}-of`, { game: title });
  const to = { name: 'first-match', game } as const;
  return isAside ? (
    <a
      href={addressOf(to)}
      target="_blank"
      rel="noopener"
      aria-label={label}
      class="button first-match-offer"
    >
      {say(offer)}
    </a>
  ) : (
    <Link to={to} label={label} class="button first-match-offer">
      {say(offer)}
    </Link>
  );
}
