// Ann plays a match against two bots with random moves: npx node docs/examples/play.ts [address]
import { createHash, randomBytes } from 'node:crypto';
import { Client } from '@colyseus/sdk';

const address = process.argv[2] ?? 'http://localhost:2567';
const guest = await fetch(`${address}/api/v1/guests`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ name: 'Ann' }),
});
const { token } = (await guest.json()) as { token: string };
const client = new Client(address, { headers: { Authorization: `Bearer ${token}` } });

const room = await client.create('borneo', { bots: 2, clock: 'none' });
room.onMessage('*', (type, message) => console.log(type, JSON.stringify(message).slice(0, 100)));
// Our share in the deal: committed to now, opened once nobody can change theirs any more.
const part = randomBytes(16).toString('hex');
await room.request('commit-part', { commitment: createHash('sha256').update(part).digest('hex') });
await room.request('start');
await room.request('open-part', { part });
while (room.state.table.status === 'playing') {
  // Borneo asks one seat at a time; the player who opened the table has seat 0.
  if (room.state.decisions[0]?.seat === 0) {
    const { commands } = await room.request('legal');
    const { type, ...fields } = commands[Math.floor(Math.random() * commands.length)];
    await room.request(type, fields);
  } else await new Promise((done) => room.onStateChange.once(done));
}
console.log(JSON.stringify(room.state.table.result));
await room.leave();
