// Plain Colyseus: a toy game with a private hand and one patch per move.
import { randomInt } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StateView, schema, t } from '@colyseus/schema';
import { type Client, Room, Server, WebSocketTransport } from 'colyseus';

const Hand = schema({ cards: t.array('number') }, 'Hand');
const Seat = schema({ played: t.number().default(0), hand: t.ref(Hand).view() }, 'Seat');
const Table = schema(
  { version: t.number().default(0), last: t.number().default(0), seats: t.array(Seat) },
  'Table',
);

class ToyRoom extends Room {
  override maxClients = 4;
  override patchRate = null;
  override state = new Table();

  override onCreate(): void {
    this.setTimestep(() => undefined, 2 ** 31 - 1);
    this.patchRate = null;
    this.onMessage('move', (client: Client, { card }: { card: number }) => {
      const place = this.clients.indexOf(client);
      const seat = this.state.seats[place];
      const played = seat?.hand.cards[card];
      if (seat === undefined || played === undefined) throw new Error('no such card');
      seat.hand.cards[card] = randomInt(1_000);
      seat.played += 1;
      this.state.last = played;
      this.state.version += 1;
      this.broadcastPatch();
      return { version: this.state.version };
    });
  }

  override onJoin(client: Client): void {
    const seat = new Seat();
    seat.hand ??= new Hand();
    for (let n = 0; n < 5; n++) seat.hand.cards.push(randomInt(1_000));
    this.state.seats.push(seat);
    client.view = new StateView();
    client.view.add(seat);
  }
}

const http = createServer();
const server = new Server({ transport: new WebSocketTransport({ server: http }), greet: false });
server.define('toy', ToyRoom);
await server.listen(0, '127.0.0.1');
process.stdout.write(`{"port":${(http.address() as AddressInfo).port}}\n`);
