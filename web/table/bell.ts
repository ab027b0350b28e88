// Two strokes of a bell when it is the player's turn, if sounds are on.
import { effect } from '@preact/signals';
import { sound } from '../lib/preferences.ts';
import type { SomeGame } from './entry.ts';
import type { LiveTable } from './live-table.ts';

const STROKES: readonly (readonly [hertz: number, seconds: number])[] = [
  [880, 0],
  [1175, 0.18],
];
const LOUD = 0.08;
const FADES_IN_SECONDS = 0.6;

const SHAKES_MS = [80, 60, 80];
/** Browsers let a page sound once somebody has touched it; iOS counts the end of a touch only. */
const TOUCHES = ['pointerup', 'touchend', 'keydown'] as const;

/** Until the returned function is called. */
export function ringTurn({ choice }: Pick<LiveTable<SomeGame>, 'choice'>): () => void {
  let air: AudioContext | undefined;
  let last: number | undefined;
  const open = () => {
    if (!sound.peek()) return;
    air ??= new AudioContext();
    // Also after a phone call, or after another program wanted to be heard.
    if (air.state !== 'running') void air.resume().catch(() => undefined);
  };
  for (const touch of TOUCHES) document.addEventListener(touch, open);
  const stop = effect(() => {
    const id = choice.decision.value?.id;
    if (id !== undefined && id !== last && sound.peek()) {
      open();
      // What was never touched would sound all at once later.
      if (air?.state === 'running') ring(air);
      if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(SHAKES_MS);
    }
    last = id;
  });
  return () => {
    for (const touch of TOUCHES) document.removeEventListener(touch, open);
    stop();
    void air?.close();
  };
}

function ring(air: AudioContext): void {
  for (const [hertz, seconds] of STROKES) {
    const from = air.currentTime + seconds;
    const tone = new OscillatorNode(air, { frequency: hertz });
    const volume = new GainNode(air, { gain: 0 });
    volume.gain.setValueAtTime(LOUD, from);
    volume.gain.exponentialRampToValueAtTime(0.0001, from + FADES_IN_SECONDS);
    tone.connect(volume).connect(air.destination);
    tone.start(from);
    tone.stop(from + FADES_IN_SECONDS);
  }
}
