// The keys of a replay.
import type { GameTypes } from '../../client/index.ts';
import type { Replay } from './replay.ts';

type Act = (replay: Replay<GameTypes>) => Promise<void>;
type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'defaultPrevented'>;

const ACTS: Readonly<Record<string, Act>> = {
  ArrowLeft: (replay) => replay.step(-1),
  ArrowRight: (replay) => replay.step(1),
  Home: (replay) => replay.jump(0),
  End: (replay) => replay.jump(replay.newest.value),
  ' ': (replay) => (replay.isPlaying.value ? Promise.resolve(replay.pause()) : replay.play()),
};
/** Elements that use these keys themselves. */
const WRITES = ['INPUT', 'TEXTAREA', 'SELECT'];
const PRESSED = ['BUTTON', 'A', 'SUMMARY'];

/** What a key means, unless the element that has the focus (`within`: its tag) uses it itself. */
export function whatKeyMeans(press: Press, within: string): Act | undefined {
  if (press.defaultPrevented || press.ctrlKey || press.metaKey || press.altKey || press.shiftKey)
    return undefined;
  if (WRITES.includes(within)) return undefined;
  if (press.key === ' ' && PRESSED.includes(within)) return undefined;
  return Object.hasOwn(ACTS, press.key) ? ACTS[press.key] : undefined;
}
