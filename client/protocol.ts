// The types of what all games share on the wire. In the package they are generated from the same schemas.
import type { z } from 'zod';
import type { KernelCode } from '../shared/kernel/codes.ts';
import type { analysis } from '../shared/protocol/advice.ts';
import type { TableCode } from '../shared/protocol/codes.ts';
import type { LINES } from '../shared/protocol/lines.ts';
import type {
  forgotten,
  gameFacts,
  listedTable,
  myBlock,
  myPastMatch,
  mySeat,
  tablesWish,
} from '../shared/protocol/lists.ts';
import type { joinOptions, tableOptions, tableRequests } from '../shared/protocol/messages.ts';
import type {
  addedTarget,
  newTarget,
  noticeSettings,
  noticesOverview,
  noticeTarget,
  triedTarget,
} from '../shared/protocol/notices.ts';
import type { deviceFacts, passkeyFacts, programTicket, programWish } from '../shared/protocol/people.ts';
import type { recordSchema } from '../shared/protocol/record.ts';
import type { REQUEST_ANSWERS } from '../shared/protocol/room.ts';
import type { sentenceBook } from '../shared/protocol/sentence-book.ts';
import type { HttpCode } from '../shared/protocol/status.ts';
import type { decisionFacts, tableFacts } from '../shared/protocol/table.ts';

/** Refusals that belong to no game. */
export type CommonCode = KernelCode | TableCode | HttpCode;
export type TableFacts = z.infer<typeof tableFacts>;
export type DecisionFacts = z.infer<typeof decisionFacts>;
export type TableOptions = z.input<typeof tableOptions>;
export type JoinOptions = z.input<typeof joinOptions>;
export type SentenceBook = z.infer<typeof sentenceBook>;
export type GameFacts = z.infer<typeof gameFacts>;
export type ListedTable = z.infer<typeof listedTable>;
export type TablesWish = z.input<typeof tablesWish>;
export type MySeat = z.infer<typeof mySeat>;
export type MyBlock = z.infer<typeof myBlock>;
export type MyPastMatch = z.infer<typeof myPastMatch>;
export type DeviceFacts = z.infer<typeof deviceFacts>;
export type ProgramWish = z.input<typeof programWish>;
export type PasskeyFacts = z.infer<typeof passkeyFacts>;
export type ProgramTicket = z.infer<typeof programTicket>;
/** What the player is told while away. */
export type NoticeSettings = z.infer<typeof noticeSettings>;
export type NoticeKind = NoticeSettings['off'][number];
/** Where. */
export type NoticeTarget = z.infer<typeof noticeTarget>;
export type TargetType = NoticeTarget['type'];
export type Notices = z.infer<typeof noticesOverview>;
export type NewTarget = z.input<typeof newTarget>;
export type AddedTarget = z.infer<typeof addedTarget>;
export type TriedTarget = z.infer<typeof triedTarget>;
/** What was done to forget a player. */
export type Forgotten = z.infer<typeof forgotten>;
export type Lines = { [Type in keyof typeof LINES]: z.infer<(typeof LINES)[Type]> };
/** Of a match that is over: chances by seat, and moves compared with a captain's choices. */
export type Analysis = z.infer<typeof analysis>;
export type MatchRecord = z.infer<typeof recordSchema>;
/** Requests to a table, and their answers. */
export type Requests = { [Type in keyof typeof tableRequests]: z.input<(typeof tableRequests)[Type]> };
export type RequestAnswers = {
  [Type in keyof typeof REQUEST_ANSWERS]: z.infer<(typeof REQUEST_ANSWERS)[Type]>;
};
