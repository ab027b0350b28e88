// What requests, options, messages and fields are for, in words. A missing or surplus entry does not compile.
import type { RoomLimits } from '../rooms/ports.ts';
import type { ProcessLimits } from '../server/limits.ts';
import type {
  CLOSE,
  JoinOptions,
  RoomMessage,
  TableOptions,
  TableRequest,
} from '../shared/protocol/messages.ts';

type Words<Names extends PropertyKey> = Readonly<Record<Names, string>>;

export const TABLE_OPTION_WORDS: Words<keyof TableOptions> = {
  seats: 'How many play; left out: the fewest the game allows, or, when looking for a table, any number',
  options: "The game's own options ([games.md](games.md)) and `edition`, the name of an edition",
  clock: 'See [Clocks](#clocks)',
  visibility: 'A private table is not found by `join`; whoever is not its host needs the invitation',
  spectators: 'Whether people without a seat may watch',
  bots: 'Seats that bots take from the start, the highest ones; fewer than there are seats',
  absence: 'Who plays for somebody who is away: a bot, or only the clock',
};

export const JOIN_OPTION_WORDS: Words<keyof JoinOptions> = {
  seat: 'The seat wished for; left out: the first free one',
  spectate: 'To watch, without a seat',
  invitation: 'For a private table: `invitation` of somebody who sits there',
  language: 'Of refusals; left out: what `Accept-Language` asks for, else English',
};

/** Who may ask, and what happens. */
export const REQUEST_WORDS: Readonly<Record<TableRequest, readonly [who: string, what: string]>> = {
  'take-seat': ['anybody, lobby', 'Sits down, or changes seats. Answer: `{ seat }`'],
  'leave-seat': [
    'seated',
    'Lobby: the seat is free again. Running match: it stays the player’s, who may watch a bot play it',
  ],
  'set-seat': [
    'host, lobby',
    'A bot on a seat that no player has, or a free seat; a player who sits there has to get up',
  ],
  ready: ['seated, lobby', 'The match starts once every seat is filled and every player is ready'],
  start: ['host, lobby', 'Starts the match; every seat must be filled'],
  'hand-over': ['seated', '`playing: false`: a bot plays on for me; `true`: I take over again'],
  chat: ['anybody', 'Says something to everybody here'],
  mute: [
    'host',
    'Silences a seat in the chat, or lets it speak again. `seat: null`: the spectators, all of them or only the one called `name`',
  ],
  rematch: ['seated, finished', 'Agrees to play again; see [After the end](#after-the-end)'],
  legal: [
    'seated',
    'The legal commands of the asker, each with its `type` and all it takes to send it. Answer: `{ decision, commands, complete }`; `decision` is `null` without a question, `complete` is `false` where the list was cut',
  ],
  'news-since': [
    'anybody',
    'The news after a version. Answer: `{ complete, news }`; the room remembers the last 48 versions, and an answer holds 64 KB of them',
  ],
  language: ['anybody', 'The language of refusals from now on'],
};

export const MESSAGE_WORDS: Readonly<Record<RoomMessage, readonly [payload: string, when: string]>> = {
  welcome: [
    '{ protocol, matchId, game, seat, version, now, language, chat }',
    'First message on every connection. `seat` is `null` for spectators, `now` the server’s clock, `chat` the last lines',
  ],
  news: [
    '{ version, seat, by, at, events }',
    'What one accepted command did; version 0: the setup. `by`: `player`, `clock` or `bot`. Everybody gets every version, so a gap means loss',
  ],
  rejected: [
    '{ code, rule, detail, message, type, decision }',
    'The refusal of what came by `send` instead of `request`',
  ],
  chat: [
    '{ seat, name, text, at }',
    'Somebody said something; `seat` is `null` for spectators. No two people here have a `name` that looks the same',
  ],
  'rematch-ready': ['{ matchId }', 'The next match of this table is there: `joinById`'],
  closing: ['{ reason }', 'The server is about to end'],
};

export const CLOSE_WORDS: Words<keyof typeof CLOSE> = {
  superseded: 'The same player connected again from elsewhere; the newer connection plays',
  sleeping: 'The table left memory because nobody was connected any more; `joinById` wakes it',
};

/** The bounds that a client meets; the others are the host's. */
export const LIMIT_WORDS = {
  nameLength: 'characters of a name',
  commandsPerSecond: 'requests a second; more are refused with `rate-limited`',
  commandBurst: 'requests at once',
  messagesPerSecond: 'messages a second; more end the connection',
  frameBytes: 'bytes of a message; more end the connection',
  chatPerMinute: 'lines of chat a minute; more are refused with `rate-limited`',
  chatLength: 'characters of a line of chat; the rest is cut off',
  chatHistory: 'lines of chat in `welcome`',
  legalCommandsSent: 'commands in the answer to `legal`',
  maxSpectators: 'spectators of a table',
  spectatorsPerAddress: 'of these from one network address',
  placesPerSpectator: 'sockets of one spectator at a table; a new one closes the oldest with 4100',
  maxTablesPerPlayer: 'unfinished tables that one player may sit at',
  tablesPerMinute: 'tables that one player may open or wake in a minute, rematches included',
  lobbySeatSeconds: 'seconds that the seat of somebody who is away is kept in the lobby',
  tablesPerHost: 'public tables of one player that lists and quick match show',
  unattendedLobbySeconds:
    'seconds until a public lobby that nobody enters is given up, unless its clock is `days` or `none`',
  lobbySeconds: 'seconds until a lobby that nobody enters is given up',
  reconnectSeconds:
    'seconds in which `reconnect` works, unless you came back by another way or left; the seat itself is kept for ever',
  awayBotSeconds: 'seconds until a bot plays for somebody who is away, where the table wants that',
  botPauseMs: 'milliseconds that a bot takes for a move',
  sleepAfterSeconds: 'seconds until a table that nobody is connected to leaves memory',
} as const satisfies Partial<Words<keyof RoomLimits | keyof ProcessLimits>>;
