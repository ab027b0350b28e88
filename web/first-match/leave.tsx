// The way out of a first match: nothing is lost by it, so nothing is asked.
import { Link } from '../lib/link.tsx';
import { say } from './texts.ts';

export function LeaveFirstMatch() {
  return (
    <Link to={{ name: 'home' }} class="table-bar-item" label={say('leave-long')}>
      {say('leave')}
    </Link>
  );
}
