// The first match of Borneo.
import { firstMatchOf } from '../testing/first-matches.ts';

firstMatchOf('borneo');
