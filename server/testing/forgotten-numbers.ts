// Loaded into servers before the program (`--import`), as a planted fault: a process that hands a match over says that no
// object of its state has a number. Clients that return take the new owner's objects for those they know.
import { MatchSerializer } from '../../rooms/colyseus/match-serializer.ts';

Object.defineProperty(MatchSerializer.prototype, 'nextRef', { get: () => 0 });
