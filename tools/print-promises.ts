// Writes the promises of the protocol and the mistakes of clients into docs/reference.md, from what the
// conformance kit tests; `--check` only reports whether the document is up to date.
import { MISTAKES, REMARKS } from '../conformance/examiner.ts';
import { RULES } from '../conformance/rules.ts';
import { PROTOCOL_VERSION } from '../shared/protocol/version.ts';
import { code, markdownTable, printInto } from './document.ts';

printInto([
  {
    file: 'docs/reference.md',
    parts: {
      version: `The version of the protocol is **${PROTOCOL_VERSION}**.`,
      promises: markdownTable(
        ['id', 'promise'],
        Object.entries(RULES).map(([id, text]) => [`**${id}**`, text]),
      ),
      mistakes: markdownTable(
        ['mistake', 'a client that'],
        Object.entries(MISTAKES).map(([name, text]) => [code(name), text]),
      ),
      remarks: markdownTable(
        ['remark', 'a client that'],
        Object.entries(REMARKS).map(([name, text]) => [code(name), text]),
      ),
    },
  },
]);
