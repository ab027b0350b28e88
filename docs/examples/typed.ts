// Ann plays Cabo da Roca over HTTP and Rotterdam over sockets: npx node docs/examples/typed.ts [address]
import { Client } from '@colyseus/sdk';
import { type GameTypes, guest, quayside, type Table, type Teller } from '../../client/index.ts';

const url = process.argv[2] ?? 'http://localhost:2567';
const token = await guest({ url, name: 'Ann' });

async function play<G extends GameTypes>(table: Table<G>, teller: Teller<G>): Promise<void> {
  await table.start();
  const turns = table.turns((line) => {
    if (line.type !== 'news') return;
    for (const event of line.events) console.log(line.version, teller.sentence(event, table.names));
  });
  for await (const turn of turns) {
    const commands = await turn.legal();
    const command = commands[Math.floor(Math.random() * commands.length)];
    const answer = command && (await turn.send(command));
    if (answer?.ok === false) console.error(answer.code, answer.rule, answer.message);
  }
  console.log(JSON.stringify(table.facts.result));
}

const http = quayside({ url, token });
const cabo = await http.create('cabo-da-roca', { bots: 1, clock: 'none' });
await play(cabo, await http.sentences('cabo-da-roca', 'en'));

const sockets = quayside({ url, token, sdk: Client });
const rotterdam = await sockets.create('rotterdam', { bots: 1, clock: 'none', options: { maxRounds: 2 } });
await play(rotterdam, await sockets.sentences('rotterdam', 'fr'));
