// The first match of Comptoir des Antilles.
import { firstMatchOf } from '../testing/first-matches.ts';

firstMatchOf('dockers');
