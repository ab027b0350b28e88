// A bot for any game, with the SDK. It plays random legal commands and returns to its seat.
//   npx node docs/examples/bot.ts http://localhost:2567 borneo 3       opens a table, prints the invitation
//   npx node docs/examples/bot.ts http://localhost:2567 p7qk….r8d4…    follows an invitation
// The game's own options, as JSON, may follow the number of seats.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, type Room } from '@colyseus/sdk';

interface Decision {
  readonly id: number;
  readonly seat: number;
}
interface Seen {
  readonly table: {
    readonly status: string;
    readonly dealing?: boolean;
    readonly result?: object;
    readonly seats: readonly { readonly priv?: { readonly invitation?: string } }[];
  };
  readonly decisions: readonly Decision[];
}
interface Legal {
  readonly commands: readonly { readonly type: string; readonly decision: number }[];
}

const [address = '', wish = '', seats = '3', options = '{}'] = process.argv.slice(2);
const guest = await fetch(`${address}/api/v1/guests`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ name: 'TypeScript' }),
});
const { token } = (await guest.json()) as { token: string };
const client = new Client(address, { headers: { Authorization: `Bearer ${token}` } });

let seat: number | null = null;
let here = false;
let wake = () => {};
/** Until something came, or the connection is lost. */
const next = () => new Promise<void>((done) => (wake = done));

function entered(room: Room<unknown, Seen>): Room<unknown, Seen> {
  here = true;
  room.onMessage('welcome', (welcome: { seat: number | null }) => {
    seat = welcome.seat;
    wake();
  });
  room.onMessage('*', () => {});
  room.onStateChange(() => wake());
  room.onLeave(() => {
    here = false;
    wake();
  });
  return room;
}

const [matchId = ''] = wish.split('.');
let room = entered(
  wish.includes('.')
    ? await client.joinById(matchId, { invitation: wish })
    : await client.create(wish, {
        seats: Number(seats),
        options: JSON.parse(options),
        clock: 'none',
        visibility: 'private',
      }),
);

/** The token leads back to the seat; the pauses between attempts grow. */
async function comeBack(): Promise<void> {
  const { roomId } = room;
  for (let wait = 500; !here; wait = Math.min(2 * wait, 20_000)) {
    await pause(wait * (0.5 + Math.random()));
    room = await client.joinById<Seen>(roomId).then(entered, () => room);
  }
}

async function play(): Promise<number | undefined> {
  const { commands }: Legal = await room.request('legal');
  const chosen = commands[Math.floor(Math.random() * commands.length)];
  if (chosen === undefined) return undefined;
  const { type, ...fields } = chosen;
  await room.request(type, { ...fields, commandId: randomUUID() });
  return chosen.decision;
}

while (seat === null || room.state.table?.seats[seat]?.priv === undefined) await next();
console.log(room.state.table.seats[seat]?.priv?.invitation);
// Our share in the deal: committed to now, opened once nobody can change theirs any more.
const part = randomBytes(16).toString('hex');
const commitment = createHash('sha256').update(part).digest('hex');
await room.request('commit-part', { commitment });
await room.request('ready', { ready: true });

let answered: number | undefined;
while (!['finished', 'abandoned'].includes(room.state.table.status)) {
  const mine = room.state.decisions.find((decision) => decision.seat === seat);
  const changed = next();
  if (!here) await comeBack();
  else if (room.state.table.dealing) {
    // Repeated until the deal: it may have been lost.
    await room.request('open-part', { part }).catch(() => undefined);
    if (room.state.table.dealing) await changed;
  } else if (mine === undefined || mine.id === answered) await changed;
  else {
    // A refusal does no harm: others may have been quicker, or we were too fast.
    answered = (await play().catch(() => pause(100))) ?? answered;
  }
}
console.log(JSON.stringify(room.state.table.result));
await room.leave();
