// The footer of every page: the rules of each game, the API, and the version.
import { CheckMatch } from '../lib/check-match.tsx';
import { language, textsOf } from '../lib/language.ts';
import { Link } from '../lib/link.tsx';
import { server } from '../lib/server.ts';
import { usePoll } from '../lib/use-poll.ts';
import en from './lang/en.json' with { type: 'json' };
import fr from './lang/fr.json' with { type: 'json' };

const say = textsOf({ en, fr });

export function Footer() {
  const { value: known } = usePoll(server).value;
  // Where it stands is known once the page is.
  if (known === null) return null;
  return (
    <footer class="shell-footer">
      <nav aria-label={say('rules')}>
        <span class="faint">{say('rules')}</span>
        {known.games.map(({ id, title }) => (
          <Link key={id} to={{ name: 'rules', game: id, rule: null }}>
            {title[language.value]}
          </Link>
        ))}
      </nav>
      <p>
        <CheckMatch id={null} />
        <a href="/api/v1/">{say('programs')}</a>
        <span class="faint">Quayside {known.about.version}</span>
      </p>
    </footer>
  );
}
