// The first match of Cabo da Roca.
import { firstMatchOf } from '../testing/first-matches.ts';

firstMatchOf('cabo-da-roca');
