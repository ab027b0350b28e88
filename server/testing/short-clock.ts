// Loaded into servers before the program (`--import`): the preset `fast` allows SHORT_CLOCK_SECONDS for every decision
// and no bank, since a campaign that waits for time-outs takes minutes.
import { PRESETS } from '../../rooms/play/clock.ts';

const seconds = Number(process.env['SHORT_CLOCK_SECONDS']);
if (!(seconds > 0)) throw new Error('SHORT_CLOCK_SECONDS: how many?');
Object.assign(PRESETS.fast, { seconds: { main: seconds, reply: seconds, quick: seconds }, bankSeconds: 0 });
