// Descriptions of requests, options and messages. A missing or surplus entry does not compile.
import type { RoomLimits } from '../rooms/room-limits.ts';
import type { ProcessLimits } from '../server/process/limits.ts';
import type {
  CLOSE,
  JoinOptions,
  RoomMessage,
  TableOptions,
  TableRequest,
} from '../shared/protocol/messages.ts';

type Words<Names extends PropertyKey> = Readonly<Record<Names, string>>;

export const TABLE_OPTION_WORDS: Words<keyof TableOptions> = {
  seats: 'Number of seats. Default: the fewest the game allows or, when looking for a table, any',
  options: "The game's options ([games.md](games.md)) and `edition`, the name of an edition",
  clock: 'See [Clocks](#clocks)',
  visibility: '`join` does not find a private table; all but its host need the invitation',
  spectators: 'Whether spectators are admitted',
  bots: 'How many seats bots take from the start, the highest ones; fewer than `seats`',
  strengths:
    'Strengths of these bots, in the order of their seats; missing ones are `mate`. See [Bots](protocol.md#bots-and-absence)',
  absence: 'Who plays for an absent player: a bot, or only the clock',
  vacancy:
    'Who takes a seat that is [given up](protocol.md#ways-out-of-a-match): a bot, only the clock (not with `clock: "none"`), or a person with an invitation',
  undo: 'Whether players may [take back](protocol.md#taking-back) what told nobody anything: `free`, by themselves, or with the leave of the others if somebody has decided since; `consent`, with their leave only',
  hints: 'Whether players may ask for a [hint](protocol.md#hints-and-analysis)',
  startWhenFull:
    'The match starts as soon as no seat is free, without `start` or `ready`. Default: no, but `joinOrCreate` with a bot on every other seat opens a table that starts at once',
  startsAt:
    'When it is to begin ([Start times](protocol.md#start-times)), in milliseconds since 1970, at most 30 days ahead; not with `startWhenFull`. `joinOrCreate` then opens a table',
};

export const JOIN_OPTION_WORDS: Words<keyof JoinOptions> = {
  seat: 'The preferred seat. Default: the first free one',
  spectate: 'Watch, without a seat',
  invitation:
    'For a private table, and for a seat of a running match that was given up: the `invitation` of a seated player',
  language: 'Language of refusals. Default: from `Accept-Language`, otherwise English',
  messages:
    'Whether the room sends its [messages](#messages-from-the-room) besides the state and answers. Default: yes, except to those who signed in by `/auth/anonymous` ([colyseus.md](colyseus.md#messages))',
};

/** Who may send it, and its effect. */
export const REQUEST_WORDS: Readonly<Record<TableRequest, readonly [who: string, what: string]>> = {
  'take-seat': [
    'anyone, lobby',
    'Takes a seat, or moves to another one. In a running match: a seat that was given up, with the `invitation` to it; if several players remain, they are [asked first](protocol.md#ways-out-of-a-match) (`consent-needed`). Answer: `{ seat }`',
  ],
  'leave-seat': [
    'seated',
    'In the lobby, frees the seat. In a running match the player keeps it and may watch a bot play',
  ],
  'give-up-seat': [
    'seated, playing',
    'Gives the seat up permanently; the table’s `vacancy` says who takes it. If this was the last player, the match ends as `abandoned`',
  ],
  'set-start-time': [
    'host, lobby',
    'Says [when it is to begin](protocol.md#start-times), or with `null` that this is open. Everybody else who sits there is told',
  ],
  'close-table': ['host, lobby', 'Closes the table: all clients are disconnected with the reason `closed`'],
  abandon: [
    'seated, playing',
    'Agrees to give the match up, or withdraws (`agree: false`). It ends once all present players agree. Answer: `{ abandoned }`',
  ],
  'accept-newcomer': [
    'seated, playing',
    'Agrees that the one of the table’s `newcomers` who is called `name` takes a seat that was given up, or withdraws (`agree: false`)',
  ],
  'set-seat': [
    'host, lobby',
    '`bot`: puts a bot on a seat without a player, by default a `mate`; `open`: frees the seat; a player who had it cannot take a seat at this table again (`removed-by-host`)',
  ],
  ready: [
    'seated, lobby',
    'Says whether you are ready. Once every seat is filled and every player is ready, the match starts',
  ],
  'commit-part': [
    'seated, lobby',
    'Commits to your [part of the deal](protocol.md#a-share-in-the-deal): the SHA-256 of 32 hexadecimal digits. A later one replaces it',
  ],
  'open-part': [
    'seated, `dealing`',
    'Opens the part that you committed to; another one is refused with `wrong-part`',
  ],
  start: ['host, lobby', 'Starts the match; every seat must be filled'],
  'hand-over': ['seated', '`playing: false`: a bot plays for you; `true`: you take over again'],
  chat: ['anyone', 'Sends a line of chat to the table'],
  block: [
    'anyone',
    'For you alone, and at every table from now on: `mute` hides what the person called `name` writes; `block` also refuses them a seat at tables of yours (`removed-by-host`), and quick match leads you to none of theirs; `none` lifts it',
  ],
  mute: [
    'host',
    'Mutes or unmutes a seat in the chat. `seat: null`: all spectators, or only the one called `name`',
  ],
  rematch: ['seated, finished', 'Agrees to play again; see [After the end](protocol.md#after-the-end)'],
  legal: [
    'seated',
    'The seat’s legal commands, each ready to be sent; with `type` and `fields`, only those that match. Answer: `{ decision, commands, complete, types?, next? }`; `decision` is `null` if the seat is not asked. If there are more, `complete` is `false`, and `types` or `next` says [how to narrow them down](protocol.md#many-legal-commands)',
  ],
  preview: [
    'seated',
    'Takes a command as it would be sent and [looks ahead](protocol.md#look-ahead); plays nothing. Answer: `{ version, complete, stop, events, view, seatView }`',
  ],
  hint: [
    'seated, asked',
    'What a captain would play in your place, at a table with `hints`; plays nothing. Answer: `{ version, decision, command }`; see [Hints](protocol.md#hints-and-analysis)',
  ],
  undoable: [
    'seated',
    'What the seat may [take back](protocol.md#taking-back), or why nothing. Answer: `{ to, versions, asks }`; if `asks` has seats, send `ask-undo`',
  ],
  undo: [
    'seated, playing',
    'Takes the seat’s latest command back. Stored and answered like a command: `{ version }`',
  ],
  'ask-undo': [
    'seated, playing',
    '[Asks the others](protocol.md#taking-back-by-consent) whether it may be taken back. Answer: `{ asked }`, the seats; empty if it was taken back at once',
  ],
  'answer-undo': [
    'seated, playing',
    'Agrees to the table’s `undoQuestion` of that `id`, or not (`agree: false`); its asker may withdraw it',
  ],
  'news-since': [
    'anyone',
    'The news after a version. Answer: `{ complete, news }`; if there are more than fit into a page of history, only the newest, and `complete` is `false`',
  ],
  history: [
    'anyone, started',
    'News and views of past versions, seen `as` a seat (its number), a `spectator` or `all`. Answer: `{ matchId, as, newest, versions, next }`; see [History](protocol.md#history)',
  ],
  'short-news': ['anyone, over sockets', 'From now on, [news in few bytes](protocol.md#short-news)'],
  checksum: [
    'anyone',
    'What your decoded state should add up to. Answer: `{ version, checksum }`; see [Is the state right?](protocol.md#is-the-state-right)',
  ],
  language: ['anyone', 'Sets the language of refusals'],
};

export const MESSAGE_WORDS: Readonly<Record<RoomMessage, readonly [payload: string, when: string]>> = {
  welcome: [
    '{ protocol, matchId, game, seat, version, now, language, chat }',
    'First message on every connection. `seat` is `null` for spectators; `now` is the server’s clock; `chat` the latest lines',
  ],
  news: [
    '{ version, seat, by, at, events }',
    'The events of one accepted command; version 0 is the setup. `by`: `player`, `clock` or `bot`. Every client receives every version, so a gap means that news were lost',
  ],
  n: [
    '{ since, words, events }, then [version, seat, by, at − since, …events]',
    'For a client that asked for [short news](protocol.md#short-news): what they are read with, then instead of `news`',
  ],
  rejected: [
    '{ code, rule, detail, message, type, decision }',
    'Refusal of a message sent with `send` instead of `request`',
  ],
  chat: [
    '{ seat, name, text, at }',
    'A line of chat; `seat` is `null` for spectators. Names at a table are unique, look-alikes included',
  ],
  'rematch-ready': ['{ matchId }', 'The rematch exists; enter it with `joinById`'],
  closing: [
    '{ reason }',
    'The connection is about to be closed: `shutting-down`, `closed` (the host closed the table), `not-admitted` (you gave up your seat, and the table admits no spectators), `signed-out` (this device was signed out)',
  ],
};

export const CLOSE_WORDS: Words<keyof typeof CLOSE> = {
  superseded: 'The same player opened a newer connection',
  closed: 'The host closed the table before the match',
  notAdmitted: 'You gave up your seat, and the table admits no spectators',
  signedOut: 'This device was signed out',
  sleeping: 'The table left memory because no client was connected; `joinById` wakes it',
};

/** The limits that clients meet; the others concern hosts. */
export const LIMIT_WORDS = {
  nameLength: 'characters in a name',
  commandsPerSecond: 'requests per second; more are refused with `rate-limited`',
  commandBurst: 'requests in a burst',
  messagesPerSecond: 'messages per second; more close the connection',
  frameBytes: 'bytes in a message; more close the connection',
  chatPerMinute: 'lines of chat per minute; more are refused with `rate-limited`',
  chatLength: 'characters in a line of chat; longer ones are truncated',
  chatHistory: 'lines of chat in `welcome`',
  legalCommandsSent: 'commands in the answer to `legal`, and values of a field',
  legalCommandsTried: 'commands examined for one answer to `legal`',
  historyVersions: 'versions in a page of history; `next` leads to the next page',
  historyBytes: 'bytes in a page of history, unless it is a single version',
  historyPerMinute: 'pages of history per minute and player',
  historyPerAddress: 'pages of history per minute and network address',
  hintsPerMinute: 'hints per minute and player',
  hintsPerAddress: 'hints at the same time for all players of one network address',
  analysesPerHour: 'analyses that a player may start per hour',
  lobbiesPerPlayer:
    'tables of others in which a player may wait for the start; more are refused with `too-many-lobbies`',
  lobbiesPerAddress: 'such tables for all players of one network address',
  maxSpectators: 'spectators at a table',
  spectatorsPerAddress: 'spectators from one network address, and no more than it leaves to others',
  placesPerSpectator: 'sockets per spectator at a table; a new one closes the oldest with 4100',
  maxTablesPerPlayer: 'unfinished tables per player',
  tablesPerMinute: 'tables that a player may open or wake per minute, rematches included',
  lobbySeatSeconds: 'seconds that the seat of an absent player is kept in the lobby',
  tablesPerHost: 'public tables per player in lists and quick match',
  unattendedLobbySeconds:
    'seconds until an unattended public lobby is closed, unless its clock is `days` or `none`',
  lobbySeconds: 'seconds until any other unattended lobby is closed',
  undoQuestionSeconds: 'seconds in which the others may agree that a move is taken back',
  openingSeconds: 'How long a start waits for programs to open their parts of the deal',
  consentSeconds:
    'seconds after which a disconnected player is no longer asked to agree to give a match up, except with the clock `days`',
  reconnectSeconds:
    'seconds in which `reconnect` works, unless you have returned another way or left; the seat itself is kept',
  awayBotSeconds: 'seconds until a bot plays for an absent player, at tables with `absence: "bot"`',
  botPauseMs: 'milliseconds a bot takes for a move',
  sleepAfterSeconds: 'seconds until a table without connected clients leaves memory',
} as const satisfies Partial<Words<keyof RoomLimits | keyof ProcessLimits>>;
