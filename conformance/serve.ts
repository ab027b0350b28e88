// A real server behind a faulty network, for authors of clients: reports their client's mistakes at the end.
import { startServer } from '../cli/server-process.ts';
import { temporaryFolder } from '../cli/temporary-folder.ts';
import { Examiner, MISTAKES, REMARKS } from './examiner.ts';
import { Middleman } from './middleman.ts';

export interface Exam {
  readonly url: string;
  readonly examiner: Examiner;
  stop(): Promise<void>;
}

export async function startExam(port = 0): Promise<Exam> {
  const { folder, remove } = temporaryFolder('kit');
  const server = startServer({ folder, settings: { RATE_LIMITS: 'off', BOT_PAUSE_MS: '50' } });
  const examiner = new Examiner();
  const middleman = new Middleman(`http://127.0.0.1:${await server.port}`, {
    ...examiner.meddling(),
    socket: breaking(),
  });
  const url = await middleman.listen(port);
  const stop = async () => {
    await middleman.close();
    await server.end();
    remove();
  };
  return { url, examiner, stop };
}

const SOCKET_MS = 8_000;

/** Every second socket breaks once, late enough for the SDK to reconnect by itself. */
function breaking(): (path: string, cut: () => void) => void {
  let opened = 0;
  return (_path, cut) => {
    opened += 1;
    if (opened % 2 === 0) setTimeout(cut, SOCKET_MS).unref();
  };
}

/** The final report. */
export function reportOf({ mistakes, remarks, weather }: Examiner): string[] {
  const done = Object.entries(weather).map(([what, times]) => `${times} ${what}`);
  return [
    `Injected faults: ${done.join(', ')}.`,
    ...Object.entries(MISTAKES).map(([name, text]) => {
      const times = mistakes.get(name as keyof typeof MISTAKES) ?? 0;
      return `${times === 0 ? 'ok  ' : 'FAIL'} ${name}: ${times === 0 ? `never ${text}` : `${times} times ${text}`}`;
    }),
    ...[...remarks].map(([name, times]) => `note ${name}: ${times} times ${REMARKS[name]}`),
  ];
}

export async function serve(port: number): Promise<number> {
  const exam = await startExam(port);
  console.log(`Play at ${exam.url}, over HTTP or with an SDK; press Ctrl+C to finish.`);
  await new Promise((done) => {
    process.once('SIGINT', done);
    process.once('SIGTERM', done);
  });
  for (const line of reportOf(exam.examiner)) console.log(line);
  await exam.stop();
  return exam.examiner.mistakes.size === 0 ? 0 : 1;
}
