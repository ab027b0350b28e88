// After a first match: its last words, and the ways to a real one.
import { Link } from '../lib/link.tsx';
import { go } from '../lib/router.ts';
import type { Coach } from './coach.ts';
import { say } from './texts.ts';

export function FirstMatchOver({ coach }: { readonly coach: Coach }) {
  return (
    <div class="outcome-rematch">
      <p>{coach.sentence.value}</p>
      <p class="table-choices">
        <button type="button" class="button" data-main onClick={() => go({ name: 'new', game: coach.game })}>
          {say('real')}
        </button>
        <Link to={{ name: 'home' }} class="button">
          {say('all-games')}
        </Link>
      </p>
    </div>
  );
}
