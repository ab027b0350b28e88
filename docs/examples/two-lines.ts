// Plays a match against bots, always the first legal command: npx node docs/examples/two-lines.ts [address]
import { Client } from '@colyseus/sdk';

const client = new Client(process.argv[2] ?? 'http://localhost:2567');
await client.auth.signInAnonymously();
const room = await client.joinOrCreate('borneo', { bots: 2 });
const changed = () => new Promise((done) => room.onStateChange.once(done));
for (await changed(); room.state.table.status === 'playing'; )
  if (room.state.decisions[0]?.seat !== 0) await changed();
  else await room.request('legal').then(({ commands: [{ type, ...fields }] }) => room.request(type, fields));
console.log(JSON.stringify(room.state.table.result));
await room.leave();
