// The way to the page that checks matches. It is a page of its own, so this is no link to a screen.
import en from './lang/en.json' with { type: 'json' };
import fr from './lang/fr.json' with { type: 'json' };
import { textsOf } from './language.ts';

const say = textsOf({ en, fr });

interface Props {
  /** A match that is over; null for the page alone. */
  readonly id: string | null;
}

export function CheckMatch({ id }: Props) {
  return id === null ? (
    <a href="/verify">{say('check-a-match')}</a>
  ) : (
    <a class="button" href={`/verify/${encodeURIComponent(id)}`}>
      {say('check-this-match')}
    </a>
  );
}
