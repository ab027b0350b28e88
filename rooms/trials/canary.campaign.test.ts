// No frame of any socket contains anything its recipient may not know: every game, every table size.
import { searchFramesOf, tables } from '../testing/canary.ts';

searchFramesOf(tables.filter(([game], n) => tables.findIndex(([other]) => other === game) !== n));
