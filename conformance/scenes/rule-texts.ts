// The rules as players read them, and whether refusals lead to them.
import { LANGUAGES } from '../../shared/kernel/game.ts';
import { Guest, type Json } from '../guest.ts';
import { choose, type Kit, legalOf, type Scene, startedTable } from '../scene.ts';

interface Chapter {
  readonly id: string;
  readonly title: string;
  readonly intro: string;
  readonly rules: readonly { readonly id: string; readonly text: string }[];
}

export const ruleTexts: Scene = {
  name: 'rules to read',
  rules: ['P-2.1', 'P-7.3'],
  async play(kit) {
    const { verdicts, game } = kit;
    const reader = await Guest.known(kit, 'Watcher');
    const path = `/games/${game.id}/rules`;
    const ids: string[][] = [];
    for (const language of LANGUAGES) {
      const { chapters } = (await reader.must('GET', `${path}/${language}`)) as unknown as {
        chapters: readonly Chapter[];
      };
      ids.push(chapters.flatMap(({ rules }) => rules.map(({ id }) => id)));
      // One of each chapter, since servers may limit requests.
      for (const { rules, ...chapter } of chapters) {
        const [rule] = rules;
        const alone = (await reader.ask('GET', `${path}/${language}/${rule?.id}`)).body;
        const expected = { ...rule, game: game.id, language, chapter };
        verdicts.same('P-7.3', alone, expected, `rule ${rule?.id} by itself (${language})`);
      }
    }
    const [first = [], ...others] = ids;
    verdicts.hold('P-7.3', first.length > 0, () => 'there are no rules');
    for (const other of others) {
      const odd = [...first, ...other].filter((id) => !first.includes(id) || !other.includes(id));
      verdicts.same('P-7.3', odd, [], `rules that only one of ${LANGUAGES.join(', ')} has`);
    }
    await unknown(kit, reader, first[0] ?? '');
    await refusal(kit, first);
  },
};

async function unknown({ verdicts, game }: Kit, reader: Guest, known: string): Promise<void> {
  for (const [path, code] of [
    ['none/rules/en', 'unknown-game'],
    [`${game.id}/rules/none`, 'unknown-language'],
    [`${game.id}/rules/none/${known}`, 'unknown-language'],
    [`${game.id}/rules/en/none`, 'unknown-rule'],
  ] as const) {
    verdicts.same('P-2.1', await reader.code('GET', `/games/${path}`), code, `GET /games/${path}`);
  }
}

/** A command from a seat whose turn it is not. */
async function refusal(kit: Kit, ids: readonly string[]): Promise<void> {
  const { id, guests } = await startedTable(kit);
  const told = (await guests[0].must('GET', `/matches/${id}`)) as { decisions?: readonly { seat: number }[] };
  const seats = told.decisions?.map(({ seat }) => seat) ?? [];
  const actor = guests[seats[0] ?? -1];
  const other = guests.find((_, seat) => !seats.includes(seat));
  if (actor === undefined || other === undefined) throw new Error('no seat is out of turn');
  const command = choose(kit.luck, await legalOf(actor, id));
  const { rule } = (await other.ask('POST', `/matches/${id}/commands`, { ...command } as Json)).body;
  kit.verdicts.hold(
    'P-7.3',
    rule === null || ids.includes(String(rule)),
    () => `a refusal names ${String(rule)}, which is not a rule`,
  );
}
