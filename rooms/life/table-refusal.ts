// Refusals of requests for a table.
import type { KernelCode } from '../../shared/kernel/codes.ts';
import type { TableCode } from '../../shared/protocol/codes.ts';
import { statusOf } from '../../shared/protocol/status.ts';
import type { Peer } from '../berth/cluster.ts';

/** Why a client was not admitted: one code for every transport, with its status. */
export class TableRefusal extends Error {
  /** The status of an answer over HTTP. */
  readonly code: number;
  readonly refusal: TableCode | KernelCode;
  readonly detail: string | undefined;
  constructor(refusal: TableCode | KernelCode, detail?: string) {
    super(detail === undefined ? refusal : `${refusal}: ${detail}`);
    this.code = statusOf(refusal);
    this.refusal = refusal;
    this.detail = detail;
  }
}

/** Another process owns the match: a repeated request is passed on there. */
export class AtPeer extends TableRefusal {
  readonly peer: Peer;
  constructor(peer: Peer) {
    super('shutting-down');
    this.peer = peer;
  }
}

export function refusal(code: TableCode | KernelCode): TableRefusal {
  return new TableRefusal(code);
}
