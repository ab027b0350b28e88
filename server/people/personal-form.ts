// The form of an export: everything that is stored about a player, as one JSON document.
import { z } from 'zod';
import { WAYS_TO_BLOCK } from '../../rooms/people/blocks.ts';
import { noticeSettings, noticeTarget } from '../../shared/protocol/notices.ts';
import { deviceFacts } from '../../shared/protocol/people.ts';
import { seatNumber, tableFacts, timeStamp } from '../../shared/protocol/table.ts';
import { ACTIONS } from '../store/ledger.ts';

const action = z
  .strictObject({
    at: timeStamp,
    action: z.enum(ACTIONS),
    reason: z.string(),
    until: z.nullable(timeStamp),
  })
  .describe('Administrators’ actions concerning you.');

const block = z
  .strictObject({ name: z.string(), how: z.enum(WAYS_TO_BLOCK), at: timeStamp })
  .describe('People whom you blocked, by their names then.');

const account = z
  .strictObject({ issuer: z.string(), subject: z.string(), createdAt: timeStamp, usedAt: timeStamp })
  .describe('Who you are at the provider where you sign in.');

const device = z
  .strictObject({
    kind: deviceFacts.shape.kind,
    name: z.string(),
    createdAt: timeStamp,
    usedAt: timeStamp,
  })
  .describe('A device or program that may act for you.');

const passkey = z
  .strictObject({ name: z.string(), address: z.string(), createdAt: timeStamp, usedAt: timeStamp })
  .describe('A passkey that signs you in.');

const command = z
  .strictObject({
    version: z.int().min(1),
    at: timeStamp,
    decision: z.nullable(z.int().min(0)),
    command: z.looseObject({ type: z.string() }),
    commandId: z.nullable(z.string()),
  })
  .describe('A command that you sent.');

const match = z.strictObject({
  matchId: z.string(),
  game: z.string(),
  edition: z.string(),
  rulesVersion: z.int().min(1),
  status: tableFacts.shape.status,
  createdAt: timeStamp,
  updatedAt: timeStamp,
  isHost: z.boolean(),
  seat: z.nullable(seatNumber).describe('Null without a seat now.'),
  name: z.nullable(z.string()).describe('Your name at that seat.'),
  hasGivenUp: z.boolean().describe('Whether you gave up a seat.'),
  names: z.array(z.nullable(z.string())).describe('Names by seat.'),
  place: z.nullable(z.int()).describe('1 is the winner; null without a result.'),
  commands: z.array(command).describe('Those you sent yourself, in order.'),
});

const notices = z
  .strictObject({
    settings: z.nullable(noticeSettings),
    targets: z.array(noticeTarget.pick({ type: true, name: true, createdAt: true })),
  })
  .describe('What you are told while away, and where, without the secrets of the addresses.');

export const personalExport = z.strictObject({
  format: z.literal('quayside-player'),
  formatVersion: z.literal(1),
  exportedAt: timeStamp,
  player: z.strictObject({ id: z.string(), name: z.nullable(z.string()) }),
  actions: z.array(action),
  blocks: z.array(block),
  notices,
  devices: z.array(device),
  passkeys: z.array(passkey),
  accounts: z.array(account),
  matches: z.array(match),
});

export type PersonalNotices = z.infer<typeof notices>;

export type PersonalAction = z.infer<typeof action>;
export type PersonalAccount = z.infer<typeof account>;
export type PersonalBlock = z.infer<typeof block>;
export type PersonalCommand = z.infer<typeof command>;
export type PersonalDevice = z.infer<typeof device>;
export type PersonalPasskey = z.infer<typeof passkey>;
export type PersonalMatch = z.infer<typeof match>;
