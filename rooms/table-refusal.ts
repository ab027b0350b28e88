// Why somebody does not get what they ask of the tables of a server.
import { ServerError } from 'colyseus';
import type { TableCode } from '../shared/protocol/codes.ts';
import { statusOf } from '../shared/protocol/status.ts';

/** Why somebody was not let in: a code for every door, with its status. */
export class TableRefusal extends ServerError {
  readonly refusal: TableCode | 'bad-payload';
  readonly detail: string | undefined;
  constructor(refusal: TableCode | 'bad-payload', detail?: string) {
    super(statusOf(refusal), detail === undefined ? refusal : `${refusal}: ${detail}`);
    this.refusal = refusal;
    this.detail = detail;
  }
}

export function refusal(code: TableCode): TableRefusal {
  return new TableRefusal(code);
}
