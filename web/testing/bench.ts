// npm run bench:web: response times on a slow device, whether a page grows during a whole match, and layout shifts.
import { readCommandLine } from '../../cli/command-line.ts';
import { decimal } from '../../cli/options.ts';
import { kill, startProcess } from '../../server/testing/process.ts';
import { scratch } from '../../server/testing/scratch.ts';
import { launchChromium } from './chromium.ts';
import { Hand } from './hand.ts';
import { heapOf } from './memory.ts';
import { sumOf } from './shifts.ts';
import { MATCHES, type Steadiness, steadiness } from './steady-match.ts';
import { type Visitor, visit } from './visitor.ts';

const USAGE = `usage: npm run bench:web [-- --slower N]
Plays a match of Borneo through the user interface, in a browser that is slowed down N times, and
reports the time from each click to the next paint, and the memory of the page. Then shows a match of each game to
a player who touches nothing, and reports how much moved by itself (layout shifts).`;

const { values } = readCommandLine({
  usage: USAGE,
  options: { slower: decimal({ least: 1, otherwise: 4, help: 'how many times slower than usual' }) },
});
const { slower } = values;
const WIDTHS = [1280, 390];

const place = scratch();
const server = startProcess(place.folder, { RATE_LIMITS: 'off', BOT_PAUSE_MS: '0', WEB_CLIENT: 'on' });
const browser = await launchChromium();
try {
  if (browser === undefined) process.exitCode = 1;
  else {
    const url = `http://127.0.0.1:${await server.port()}`;
    await measure(await visit(browser, url, '/', { width: 390 }));
    for (const match of MATCHES)
      for (const width of WIDTHS)
        await measureShifts(await steadiness({ browser, url, match, habits: { width } }), match.game, width);
  }
} finally {
  await browser?.close();
  await kill(server);
  place.remove();
}

async function measure({ page, context }: Visitor): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  await page.evaluate(noteDelays);
  const hand = new Hand(page, 'en');
  await hand.playNow('Borneo', 'Ann');
  await hand.play(8);
  const early = await heapOf(page);
  const answers = 8 + (await hand.play());
  const late = await heapOf(page);
  const delays = (await page.evaluate(() => Reflect.get(window, 'delays') as number[])).sort((a, b) => a - b);
  const at = (share: number) => delays[Math.min(delays.length - 1, Math.floor(share * delays.length))] ?? 0;
  const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1);
  process.stdout.write(
    [
      `a match of Borneo: ${answers} answers, ${delays.length} interactions, CPU slowed ${slower} times`,
      `interaction to paint: median ${at(0.5)} ms, 90 % ${at(0.9)} ms, 98 % ${at(0.98)} ms, most ${at(1)} ms`,
      `memory of scripts: ${megabytes(early)} MB after 8 answers, ${megabytes(late)} MB at the end`,
      '',
    ].join('\n'),
  );
}

async function measureShifts(
  { visitor, answers, shifts }: Steadiness,
  game: string,
  width: number,
): Promise<void> {
  await visitor.close();
  const [worst] = shifts.toSorted((one, other) => other.value - one.value);
  const most = worst === undefined ? '' : `, most at once ${worst.value.toFixed(4)}: ${worst.moved[0] ?? ''}`;
  process.stdout.write(
    `layout shifts in a match of ${game} with ${answers} answers, ${width} pixels wide: ${sumOf(shifts).toFixed(4)}${most}\n`,
  );
}

/** In the page: from each click or key to the next paint, rounded to 8 ms by the browser. */
function noteDelays(): void {
  const byInteraction = new Map<number, number>();
  const publish = () => Reflect.set(window, 'delays', [...byInteraction.values()]);
  publish();
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const interaction = Number(Reflect.get(entry, 'interactionId'));
      if (interaction > 0)
        byInteraction.set(interaction, Math.max(entry.duration, byInteraction.get(interaction) ?? 0));
    }
    publish();
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}
