// The first match of Rotterdam.
import { firstMatchOf } from '../testing/first-matches.ts';

firstMatchOf('rotterdam');
