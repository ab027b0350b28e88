// Draws a match as text, from the server's answers alone: board, hand, whose turn it is, and the log.
//
//   npx node docs/examples/text.ts http://localhost:2567 <match> [fr|en] [token]
import { boardOf, handOf } from './text/boards.ts';
import { type Scene, Server } from './text/server.ts';
import { Speaker } from './text/speaker.ts';

/** The whole picture. */
function drawn(scene: Scene): string {
  const { truth, book, events } = scene;
  const { seats, result } = truth.table;
  const speak = new Speaker(
    book,
    seats.map(({ name }) => name),
  );
  const place = ({ seat, place: rank, total, parts }: NonNullable<typeof result>['ranking'][number]) => {
    const terms = Object.entries(parts).map(([term, points]) => `${book.results[term] ?? term}: ${points}`);
    return `${rank}. ${speak.seat(seat)}: ${total} (${terms.join(', ')})`;
  };
  return [
    `═══ ${book.title} · ${truth.version} ═══`,
    ...boardOf(scene, speak),
    ...handOf(scene, speak),
    ...truth.decisions.map(({ seat, kind }) => `▶ ${speak.seat(seat)}: ${book.decisions[kind] ?? kind}`),
    ...(result === null ? [] : [book.results[result.reason] ?? result.reason, ...result.ranking.map(place)]),
    '───',
    ...events.map((event) => `• ${speak.event(event)}`),
  ].join('\n');
}

const [address, matchId, language = 'fr', token] = process.argv.slice(2);
if (address === undefined || matchId === undefined) {
  console.error('text.ts ADDRESS MATCH [fr|en] [TOKEN]');
  process.exit(2);
}
const server = token === undefined ? await Server.guest(address, 'Reader') : new Server(address, token);
console.log(drawn(await server.scene(matchId, language)));
