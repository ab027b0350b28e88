// The limits of rooms; the values are in `server/process/limits.ts`.

export interface RoomLimits {
  /** When reached, an idle table is put to sleep; without one, requests for a table are refused with `server-full`. */
  readonly maxLiveTables: number;
  readonly maxTablesPerPlayer: number;
  /** Lobbies of others in which one player may have a seat; further seats are refused with `too-many-lobbies`. */
  readonly lobbiesPerPlayer: number;
  /** The same for all players of one address. */
  readonly lobbiesPerAddress: number;
  /** Places of spectators; further ones are refused. Players' places are separate. */
  readonly maxSpectators: number;
  /** Of these, for one address, which in addition never gets more than it leaves to others. */
  readonly spectatorsPerAddress: number;
  /** Sockets per spectator; a new one closes the oldest. A player has one. */
  readonly placesPerSpectator: number;
  readonly commandsPerSecond: number;
  readonly commandBurst: number;
  /** Above this the socket is closed without an answer. */
  readonly messagesPerSecond: number;
  /** Per connection of any kind; with more waiting, the next write closes it. */
  readonly maxUnsentBytes: number;
  /** Over all connections; beyond it those with the most are closed. */
  readonly maxUnsentBytesOfAll: number;
  /** Commands per match chosen by people and bots; after that the fallbacks are played until the game is over. */
  readonly freeCommandsPerMatch: number;
  /** Fallbacks that are played then; a match that is still not over is frozen. */
  readonly finalCommandsPerMatch: number;
  /** Commands of one seat in a phase for all players, such as a market; then the seat can only leave it. */
  readonly commandsPerPhase: number;
  readonly chatPerMinute: number;
  readonly chatLength: number;
  readonly chatHistory: number;
  readonly nameLength: number;
  /** How long a dropped client can reconnect; the seat itself is kept. */
  readonly reconnectSeconds: number;
  /** A table without connected clients leaves memory after this. */
  readonly sleepAfterSeconds: number;
  /** In the lobby, the seat of an absent player is freed after this. */
  readonly lobbySeatSeconds: number;
  /** Tables that one player may load per minute: new ones, rematches, and woken ones. */
  readonly tablesPerMinute: number;
  /** Public tables per host in lists and quick match; others are not shown. */
  readonly tablesPerHost: number;
  /** The same for tables where players from one address are waiting. */
  readonly tablesPerAddress: number;
  /** An unattended lobby is abandoned after this. */
  readonly lobbySeconds: number;
  /** A public one without the preset `days` or `none` is, after this, since it hides tables with waiting players. */
  readonly unattendedLobbySeconds: number;
  /** A running match without a clock is abandoned this long after all players left. */
  readonly leftSeconds: number;
  /** The same if nothing has happened for this long; Infinity: never. */
  readonly idleSeconds: number;
  /** A player who has been away for this long need not agree to giving a match up. */
  readonly consentSeconds: number;
  /** How long a start waits for the parts of the deal; those that are not open by then are silent. */
  readonly openingSeconds: number;
  /** A seat that was just taken is shown at the latest after this; mostly together with its player, who is connecting. */
  readonly arrivalSeconds: number;
  /** How long those are asked who may agree that something is taken back. */
  readonly undoQuestionSeconds: number;
  /** A finished match is removed after this; Infinity: never. */
  readonly keepFinishedSeconds: number;
  /** In one answer; the same for the values of a field. */
  readonly legalCommandsSent: number;
  /** Examined for one answer: a seat that wishes to see few of many narrows them down step by step. */
  readonly legalCommandsTried: number;
  /** Versions in one page of history; a page that reaches `historyBytes` ends before. */
  readonly historyVersions: number;
  /** Bytes of one page of history as JSON; a page has at least one version. */
  readonly historyBytes: number;
  /** Pages of history per player and minute; more are refused. */
  readonly historyPerMinute: number;
  /** The same per address. */
  readonly historyPerAddress: number;
  /** Pages of history that wait for their turn, over all matches; more are refused. */
  readonly historyWaiting: number;
  /** Of these, for one address, which in addition never gets more than it leaves to others. Addresses take turns. */
  readonly historyWaitingPerAddress: number;
  /** Replayed matches kept for further pages; the one used least recently is dropped. */
  readonly historiesKept: number;
  /** Hints per player and minute, and one at a time; more are refused. */
  readonly hintsPerMinute: number;
  /** Hints at the same time for all players of one address; more are refused. */
  readonly hintsPerAddress: number;
  /** Matches whose analysis a player may begin per hour; more are refused. */
  readonly analysesPerHour: number;
  /** Matches that wait to be analysed, over all players; more are refused. */
  readonly analysesWaiting: number;
  /** Waiting and running analyses per player; more are refused as `rate-limited`. */
  readonly analysesPerPlayer: number;
  /** The same per address, which in addition never gets more than it leaves to others. Addresses take turns. */
  readonly analysesPerAddress: number;
  /** Finished analyses in memory; the one read least recently is dropped, and computed again on request. */
  readonly analysesKept: number;
  /** Moves compared in one analysis, the first ones; of longer matches, the others are left out. */
  readonly analysisMoves: number;
  /** Positions judged in one analysis; of longer matches, every second, every third and so on. */
  readonly analysisPositions: number;
  /** An analysis that finds no thread free for this long is given up; captains may play all the time. */
  readonly analysisPatienceSeconds: number;
  /** A bot takes this long for a move, so that people can follow. */
  readonly botPauseMs: number;
  /** A dropped player's seat is played by a bot after this, if the table agreed to that. */
  readonly awayBotSeconds: number;
  /** Streams of one player at one match; a new one closes the oldest. */
  readonly streamsPerPlayerAndMatch: number;
  /** A polling player counts as present for this long after each request. */
  readonly callSeconds: number;
}
