// The current choice: late answers, lasting picks, and what is sent.
import { expect, test } from '@jest/globals';
import type { GameTypes, LegalCommand } from '../../client/index.ts';
import { Choice, type Outlook, type Refused } from './choice.ts';
import type { Legal } from './legal-set.ts';

type Command = LegalCommand<GameTypes> & { readonly to?: string };

const go = (to: string): Command => ({ type: 'go', decision: 1, to });
const stay: Command = { type: 'stay', decision: 1 };
const resign: Command = { type: 'resign', decision: null };
const decision = (id: number) => ({ id, seat: 0, kind: 'move', deadline: null });

/** A server whose answers come when the test wants it. */
class Server {
  commands: readonly Command[] = [go('a'), go('b'), stay];
  readonly sent: Command[] = [];
  readonly previews: ((outlook: Outlook<GameTypes>) => void)[] = [];
  refusal: Refused | undefined;
  readonly choice = new Choice<GameTypes>({
    legal: (): Promise<Legal<LegalCommand<GameTypes>>> =>
      Promise.resolve({ commands: this.commands, unasked: [resign], complete: true }),
    preview: () => new Promise((resolve) => this.previews.push(resolve)),
    send: (command) => {
      this.sent.push(command);
      return Promise.resolve(this.refusal);
    },
  });
}

const REFUSED: Refused = { code: 'no', rule: 'TOY-1.1', message: 'No.' };
const heard = () => new Promise((resolve) => setImmediate(resolve));

test('commands that answer the decision, and those that answer none, are kept apart', async () => {
  const { choice } = new Server();
  await choice.ask(decision(1));
  expect(choice.types('asked')).toEqual(['go', 'stay']);
  expect(choice.types('unasked')).toEqual(['resign']);
  expect(choice.candidate.value).toBeUndefined();
});

test('picks are named in order, and taken back one by one', async () => {
  const { choice } = new Server();
  await choice.ask(decision(1));
  choice.pickType('go');
  expect(choice.steps.value).toMatchObject([{ path: 'to', options: ['a', 'b'] }]);
  choice.take({ path: 'to', how: 'one' }, 'b');
  expect(choice.picks.value.map(({ path, value }) => [path, value])).toEqual([
    ['type', 'go'],
    ['to', 'b'],
  ]);
  expect(choice.candidate.value).toEqual(go('b'));
  choice.undo();
  expect(choice.candidate.value).toBeUndefined();
  choice.undo();
  expect(choice.isEmpty.value).toBe(true);
});

test('while the same decision is open the picks stay, as far as they are still legal', async () => {
  const server = new Server();
  const { choice } = server;
  await choice.ask(decision(1));
  choice.pick('to', 'b');
  await choice.ask(decision(1));
  expect(choice.candidate.value).toEqual(go('b'));
  server.commands = [go('a'), stay];
  await choice.ask(decision(1));
  expect(choice.isEmpty.value).toBe(true);
});

test('another decision starts without picks', async () => {
  const { choice } = new Server();
  await choice.ask(decision(1));
  choice.pick('to', 'b');
  await choice.ask(decision(2));
  expect(choice.isEmpty.value).toBe(true);
  await choice.ask(null);
  expect(choice.decision.value).toBeNull();
});

test('a late preview is not shown for the current picks', async () => {
  const { choice, previews } = new Server();
  await choice.ask(decision(1));
  choice.pick('to', 'a');
  choice.pick('to', 'b');
  await heard();
  previews[0]?.({ state: 'refused', refusal: REFUSED });
  await heard();
  expect(choice.outlook.value).toEqual({ state: 'asking' });
  previews.at(-1)?.({ state: 'refused', refusal: REFUSED });
  await heard();
  expect(choice.outlook.value).toEqual({ state: 'refused', refusal: REFUSED });
});

test('a refusal stays until the next pick; the picks stay', async () => {
  const server = new Server();
  const { choice } = server;
  server.refusal = REFUSED;
  await choice.ask(decision(1));
  choice.pick('to', 'b');
  await choice.confirm();
  expect(choice.refusal.value).toEqual(REFUSED);
  expect(choice.candidate.value).toEqual(go('b'));
  choice.pick('to', 'a');
  expect(choice.refusal.value).toBeUndefined();
});

test('an answer is sent once', async () => {
  const { choice, sent } = new Server();
  await choice.ask(decision(1));
  await choice.confirm();
  expect(sent).toEqual([]);
  choice.pickType('stay');
  expect(choice.isUnambiguous.value).toBe(true);
  await Promise.all([choice.confirm(), choice.confirm()]);
  expect(sent).toEqual([stay]);
  expect(choice.isEmpty.value).toBe(true);
});

test('what was touched in vain is explained by a rule, until the next pick', async () => {
  const { choice, previews } = new Server();
  await choice.ask(decision(1));
  const explained = choice.explain([go('x'), go('y')], 'Not asked.');
  previews[0]?.({ state: 'refused', refusal: { ...REFUSED, rule: null } });
  previews[1]?.({ state: 'refused', refusal: REFUSED });
  await explained;
  expect(choice.reason.value).toEqual(REFUSED);
  choice.pick('to', 'b');
  expect(choice.reason.value).toBeUndefined();
  await choice.explain([], 'Not asked.');
  expect(choice.reason.value?.message).toBe('Not asked.');
  choice.hush();
  expect(choice.reason.value).toBeUndefined();
});
