// Ann plays a match against two bots with the typed client: npx node docs/examples/typed.ts [address]
import { guest, quayside } from '../../client/index.ts';

const url = process.argv[2] ?? 'http://localhost:2567';
const token = await guest({ url, name: 'Ann' });
const table = await quayside({ url, token }).create('borneo', {
  seats: 3,
  bots: 2,
  clock: 'none',
});
await table.start();
for await (const turn of table.turns()) {
  const commands = await turn.legal();
  const command = commands[Math.floor(Math.random() * commands.length)];
  // You can also write one out: turn.play('place-merchant', { company: 'red' }).
  const answer = command && (await turn.send(command));
  if (answer?.ok === false) console.error(answer.code, answer.rule, answer.message);
}
console.log(JSON.stringify(table.facts.result));
