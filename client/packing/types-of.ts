// The package's replacement for `games.ts` and `protocol.ts`: the same types, generated.
import { z } from 'zod';
import { families } from '../../shared/games/index.ts';
import { builtInOf } from '../../shared/kernel/built-in.ts';
import { KERNEL_CODES } from '../../shared/kernel/codes.ts';
import type { GameFamily } from '../../shared/kernel/game.ts';
import { analysis } from '../../shared/protocol/advice.ts';
import { TABLE_CODES } from '../../shared/protocol/codes.ts';
import { gameSchemas, jsonSchemaOf } from '../../shared/protocol/describe.ts';
import { LINES } from '../../shared/protocol/lines.ts';
import {
  forgotten,
  gameFacts,
  listedTable,
  myBlock,
  myPastMatch,
  mySeat,
  tablesWish,
} from '../../shared/protocol/lists.ts';
import { joinOptions, tableOptions, tableRequests } from '../../shared/protocol/messages.ts';
import {
  addedTarget,
  newTarget,
  noticeSettings,
  noticesOverview,
  noticeTarget,
  triedTarget,
} from '../../shared/protocol/notices.ts';
import { deviceFacts, passkeyFacts, programTicket, programWish } from '../../shared/protocol/people.ts';
import { recordSchema } from '../../shared/protocol/record.ts';
import { REQUEST_ANSWERS } from '../../shared/protocol/room.ts';
import type { JsonSchema } from '../../shared/protocol/schema-parts.ts';
import { sentenceBook } from '../../shared/protocol/sentence-book.ts';
import { HTTP_CODES } from '../../shared/protocol/status.ts';
import { decisionFacts, tableFacts } from '../../shared/protocol/table.ts';
import { declarationsOf } from './declarations.ts';

type Definitions = Readonly<Record<string, JsonSchema>>;

/** By path below the client's folder. */
export function writtenTypes(): Record<string, string> {
  const games = families.map(({ id }) => id);
  const imports = games.map((id) => `import type { Game as ${nameFor(id)} } from './games/${id}.ts';\n`);
  const entries = games.map((id) => `  '${id}': ${nameFor(id)};\n`);
  return {
    'protocol.ts': protocolTypes(),
    'games.ts': `${imports.join('')}\nexport interface Games {\n${entries.join('')}}\n`,
    ...Object.fromEntries(families.map((family) => [`games/${family.id}.ts`, gameTypes(family)])),
  };
}

function nameFor(id: string): string {
  return id.replaceAll('-', '_');
}

function gameTypes(family: GameFamily): string {
  const game = builtInOf(family);
  const { $defs } = gameSchemas(game, family.catalogue) as { readonly $defs: Definitions };
  const kinds = Object.keys(game.kinds).map((kind) => JSON.stringify(kind));
  return `${declarationsOf($defs, () => true)}
export interface Game {
  Options: Options;
  Command: Command;
  Event: Event;
  Public: PublicView;
  Private: SeatView;
  Code: Rejection['code'];
  Kind: ${kinds.join(' | ')};
  Catalogue: Catalogue;
}
`;
}

function protocolTypes(): string {
  const sent = partsOf(
    z.strictObject({
      TableOptions: tableOptions,
      JoinOptions: joinOptions,
      ProgramWish: programWish,
      NewTarget: newTarget,
      TablesWish: tablesWish,
      Requests: z.strictObject(tableRequests),
    }),
    'input',
  );
  const received = partsOf(
    z.strictObject({
      TableFacts: tableFacts,
      DecisionFacts: decisionFacts,
      SentenceBook: sentenceBook,
      GameFacts: gameFacts,
      ListedTable: listedTable,
      MySeat: mySeat,
      MyBlock: myBlock,
      MyPastMatch: myPastMatch,
      DeviceFacts: deviceFacts,
      PasskeyFacts: passkeyFacts,
      ProgramTicket: programTicket,
      NoticeSettings: noticeSettings,
      NoticeKind: noticeSettings.shape.off.element,
      NoticeTarget: noticeTarget,
      TargetType: noticeTarget.shape.type,
      Notices: noticesOverview,
      AddedTarget: addedTarget,
      TriedTarget: triedTarget,
      Forgotten: forgotten,
      MatchRecord: recordSchema,
      Analysis: analysis,
      Lines: z.strictObject(LINES),
      RequestAnswers: z.strictObject(REQUEST_ANSWERS),
      CommonCode: z.enum([...KERNEL_CODES, ...TABLE_CODES, ...HTTP_CODES]),
    }),
    'output',
  );
  const isOurs = (name: string) => name in sent.properties || name in received.properties;
  return declarationsOf(
    // A model may already have the exported name.
    { ...sent.properties, ...received.properties, ...sent.$defs, ...received.$defs },
    isOurs,
  );
}

function partsOf(schema: z.ZodType, io: 'input' | 'output') {
  const { properties, $defs } = jsonSchemaOf(schema, io);
  return { properties: properties as Definitions, $defs: ($defs ?? {}) as Definitions };
}
