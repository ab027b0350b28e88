// The promises of the protocol, each with an id. `docs/reference.md` lists them; the kit tests every one.

export const RULES = {
  'P-1.1': 'A guest’s token is the player: asking for a token with it returns the same player.',
  'P-1.2': 'Without a valid token nothing is readable: 401, `unauthenticated`.',
  'P-1.3': 'A token has the same seat over every transport.',
  'P-1.4':
    'A device gets new tokens of the same player for its refresh token; whoever follows an invitation of it gets none until it lets them in, and then is one more device of that player.',
  'P-1.5':
    'A device that was signed out gets no tokens, and those that it has open nothing; the player’s other devices stay.',
  'P-2.1':
    'Unknown things are refused as `unknown-match`, `unknown-game`, `unknown-edition`, `unknown-language` or `unknown-rule`.',
  'P-2.2': 'A private table requires its invitation (`invitation-required`), which leads to a seat.',
  'P-2.3': 'A seat has at most one player: `seat-taken`, `table-full`.',
  'P-2.4': 'A table without spectators admits none: `spectators-not-allowed`.',
  'P-2.5': 'Unknown options are refused, not ignored: `bad-payload`.',
  'P-2.6':
    'Only the host can start the match (`not-host`), and only if every seat is filled (`seats-not-filled`).',
  'P-2.7': 'Bots have names, which are unique at the table.',
  'P-2.8': 'A bot has the strength that its host chose, or is a mate; every seat shows that of its bot.',
  'P-3.1': 'Versions arrive in order, each once, without gaps, over every transport.',
  'P-3.2': 'The views of a version are the same in the stream and when requested.',
  'P-3.3': 'Spectators receive the public view only; no view has a field that its schema lacks.',
  'P-3.4': 'At a given version all viewers see the same public view and the same decisions.',
  'P-3.5':
    'News match their schemas and are the same over every transport; entitled seats see more fields, never different ones.',
  'P-4.1': 'Every command that `legal` lists is accepted unchanged.',
  'P-4.2': 'Checks run in this order: command, form, seat, match, decision, rules.',
  'P-4.3': 'An answered decision is refused as `stale-decision`, another seat’s as `not-your-turn`.',
  'P-4.4': 'A refusal changes nothing and disconnects no client.',
  'P-4.5':
    'A command repeated with its `commandId` is played once and gets the same answer, over every transport.',
  'P-4.6': 'A `commandId` used for another command is `bad-payload`.',
  'P-4.7': 'An accepted command is answered with its version, and all viewers receive that version’s news.',
  'P-4.8': '`legal` lists no answers for a seat that is not asked, and is `not-a-player` for spectators.',
  'P-4.9':
    '`legal` lists the commands that match a type and fields; if there are more, it says how to narrow them down.',
  'P-4.10': '`legal` lists what answers the decision, and apart from it what answers none (`unasked`).',
  'P-5.1': 'A stream begins with everything the viewer may know (`full`).',
  'P-5.2': 'With `since`, missed news come first, in order, then `full`.',
  'P-5.3': 'If the missed news do not exist, or are too many, the stream sends `gap`, then `full`.',
  'P-5.4': 'Over a socket, `news-since` returns the same news as the stream.',
  'P-5.5':
    'A player who loses the connection, or leaves a running match, comes back to the same seat and private view.',
  'P-5.6': 'A silent stream sends a heartbeat: an empty line every three seconds.',
  'P-5.7':
    'The history has every version from the setup on, with the news and views as this viewer saw them, the same over every transport and in pages of any size.',
  'P-5.8': 'The lobby has version −1, the setup 0: the news since −1 begin with the setup.',
  'P-6.1': 'Deadlines lie ahead of the server’s `now`; a table without a clock has none.',
  'P-6.2': 'The seed matches its commitment, and is shown only after the end.',
  'P-6.3': 'The record is refused while the match runs; afterwards it verifies.',
  'P-6.4': 'After the end every command is `game-over`.',
  'P-6.5':
    'While the match runs, the history of another seat is `not-finished`; afterwards anyone may read what each seat saw, and all commands.',
  'P-6.6':
    'The points by seat at each version are told only after the end; at the last version they are the totals of the result.',
  'P-6.7':
    'A part of the deal is opened only once the start is called, and only by the seat that committed to it (`wrong-part`).',
  'P-6.8': 'Once all parts are open the match begins; its record has every part, by seat.',
  'P-7.1': 'The protocol’s version is stated first, in `welcome` and `full`.',
  'P-7.2': 'The schemas of every game and the OpenAPI document are served.',
  'P-7.3': 'The rules of the game are served in French and English, with the ids that refusals name.',
  'P-7.4':
    'The catalogue of every edition is served under its hash, is immutable, and has every id of the public view.',
  'P-7.5':
    'Names and sentences are served in French and English, for everything in the catalogue and every event.',
  'P-7.6':
    'The messages over sockets are described at `/api/v1/asyncapi.json`, each payload by a named model.',
  'P-7.7': '`/` and unknown addresses answer browsers with a page, and programs with JSON.',
  'P-7.8': 'The typed client is served at `/api/v1/client.js`: one module without imports.',
  'P-8.1':
    'A match is given up once all present players agree. Until then a player’s agreement is shown at the seat; it can be withdrawn, and the player’s next command withdraws it.',
  'P-8.2':
    'A match that was given up says why and by whom, refuses commands as `match-abandoned`, and has a record that verifies.',
  'P-8.3': 'Only its host can close a lobby; all clients are disconnected with the reason `closed`.',
  'P-8.4':
    'A seat that is given up goes to the occupant that the table’s `vacancy` names; its former player sees nothing private any more and has no claim to it.',
  'P-8.5':
    'An invited person can take such a seat and sees what it sees; others cannot, nor can players who gave up a seat at that table. While several players remain, all present ones must agree to that person first, and at least two.',
  'P-8.6': 'Matches and seats that were given up are not among a player’s unfinished ones.',
  'P-9.1': 'A preview changes nothing, and is refused exactly as the command would be.',
  'P-9.2':
    'Previews come true: the command’s events begin with those of the preview, and a complete preview shows the views that follow.',
  'P-9.3': 'A preview follows from the views of its seat, and contains nothing that these do not.',
  'P-10.1':
    'What `undoable` offers is taken back by `undo` as one more version, with the views of before and the event `taken-back`; what it refuses, `undo` refuses too, and nothing changes.',
  'P-10.2':
    'What the others must agree to is taken back once all of them do, and not before; one who declines ends the question, and there is one at a time.',
  'P-10.3': 'At a table with `undo: "off"` nothing is taken back: `undo-off`.',
  'P-11.1':
    'What a player wants to be told while away is kept as it was sent, for that player alone; settings that cannot be are `bad-payload`, and change nothing.',
  'P-11.2':
    'The address and the secrets of a target are never shown again; only its player can try or remove it, others get `unknown-target`.',
  'P-11.3': 'An address that must not be called is refused: `target-refused`.',
  'P-11.4':
    'The subscription of a browser is renewed with its secret alone, in the place of a token, and stays the same target; without the secret there is none: `unknown-target`.',
  'P-12.1':
    'A passkey that a device has made signs its player in on another device, each challenge once, and not once it was removed.',
  'P-12.2':
    'A passkey that is unknown, of another page, or whose answer is altered or not the person’s is refused with the same words: `passkey-refused`.',
  'P-12.3': 'Making a passkey takes the newest refresh token of the device: `not-renewable`.',
} as const;

export type RuleId = keyof typeof RULES;
export const RULE_IDS = Object.keys(RULES) as RuleId[];
