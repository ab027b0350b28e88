// The promises of the protocol, each with an id. `docs/protocol.md` lists them; the kit checks every one.

export const RULES = {
  'P-1.1': 'A guest’s token is the player: asking again with it gives the same player.',
  'P-1.2': 'Without a valid token nothing is shown: 401, `unauthenticated`.',
  'P-1.3': 'The same token has the same seat through every door.',
  'P-2.1':
    'What does not exist is refused: `unknown-match`, `unknown-game`, `unknown-language`, `unknown-rule`.',
  'P-2.2': 'A private table is entered with its invitation (`invitation-required`), which leads to a seat.',
  'P-2.3': 'A seat has one player: `seat-taken`, `table-full`.',
  'P-2.4': 'A table without spectators admits none: `spectators-not-allowed`.',
  'P-2.5': 'Options that do not exist are refused, not ignored: `bad-payload`.',
  'P-2.6': 'Only the host starts (`not-host`), and only when every seat is filled (`seats-not-filled`).',
  'P-3.1': 'Versions come in order, each once, without a gap, through every door.',
  'P-3.2': 'How things stand after a version is the same in the stream and when asked for.',
  'P-3.3': 'Spectators get the public view and nothing else; no view has a field that its schema lacks.',
  'P-3.4': 'Everybody sees the same public view and the same decisions at a version.',
  'P-3.5':
    'News fit their schemas and are the same through every door; entitled seats see more, never something else.',
  'P-4.1': 'Every command that `legal` lists is accepted as it stands.',
  'P-4.2': 'Refusals are checked in order: command, form, seat, match, decision, rules.',
  'P-4.3': 'An answered decision is `stale-decision`, another seat’s is `not-your-turn`.',
  'P-4.4': 'A refusal changes nothing and disconnects nobody.',
  'P-4.5':
    'A command sent again under its `commandId` is played once and answered alike, through every door.',
  'P-4.6': 'A `commandId` that stands for another command is `bad-payload`.',
  'P-4.7': 'An accepted command is answered with its version, and everybody gets that version’s news.',
  'P-4.8': '`legal` is empty of answers for whoever is not asked, and `not-a-player` for spectators.',
  'P-5.1': 'A stream begins with the whole truth (`full`).',
  'P-5.2': 'With `since`, the news that were missed come first, in order; then `full`.',
  'P-5.3': 'News that cannot be told any more are a `gap`, followed by `full`.',
  'P-5.4': '`news-since` tells over a socket what the stream tells.',
  'P-5.5':
    'Who loses the connection, or leaves a running match, comes back to the same seat and private view.',
  'P-5.6': 'A silent stream beats: an empty line every ten seconds.',
  'P-6.1': 'Deadlines lie ahead of the server’s `now`; a table without a clock has none.',
  'P-6.2': 'The seed fits its commitment, and is shown only after the end, with the result.',
  'P-6.3': 'The record is refused while the match runs; afterwards it verifies.',
  'P-6.4': 'After the end every command is `game-over`.',
  'P-7.1': 'The protocol’s version is told first: in `welcome` and `full`.',
  'P-7.2': 'Schemas of every game and the description of the interface are served.',
  'P-7.3': 'The rules of the game are served in French and English, with the ids that refusals name.',
} as const;

export type RuleId = keyof typeof RULES;
export const RULE_IDS = Object.keys(RULES) as RuleId[];
