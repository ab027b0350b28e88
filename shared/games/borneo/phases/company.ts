// BOR-4: phase 2, a transfer or an attack or nothing.
import { reject } from '../../../kernel/codes.ts';
import { ask } from '../../../kernel/decisions.ts';
import type { Seat } from '../../../kernel/seat.ts';
import type { Frozen } from '../../../kernel/secrecy.ts';
import { companyOf, hasRoom } from '../columns.ts';
import type { Command, CommandOf, Refusal } from '../commands.ts';
import {
  COMPANIES,
  type Company,
  type Components,
  isCompany,
  type MerchantId,
  ownerOf,
} from '../components.ts';
import { type Play, takeOut, tell } from '../play.ts';
import type { Board } from '../state.ts';
import { legalAttacks } from './fight.ts';

export function* legalCompanyMoves(components: Components, board: Board, seat: Seat): Generator<Command> {
  yield { type: 'skip-company' };
  const open = COMPANIES.filter((company) => hasRoom(components, board, company));
  for (const from of COMPANIES) {
    for (const merchant of board.companies[from]) {
      if (ownerOf(merchant) !== seat) continue;
      for (const to of open) if (to !== from) yield { type: 'transfer-merchant', merchant, to };
    }
  }
  yield* legalAttacks(components, board, seat);
}

export function refuseTransfer(
  components: Components,
  board: Board,
  seat: Seat,
  { merchant, to }: Frozen<CommandOf<'transfer-merchant'>>,
): Refusal {
  const from = companyOf(board, merchant);
  if (from === undefined) return reject('unknown-merchant', 'BOR-4.2');
  if (ownerOf(merchant) !== seat) return reject('not-your-merchant', 'BOR-4.2');
  if (!isCompany(to)) return reject('unknown-company', 'BOR-4.2');
  if (to === from) return reject('same-company', 'BOR-4.2');
  if (!hasRoom(components, board, to)) return reject('company-full', 'BOR-1.4');
  return undefined;
}

export function transferMerchant(play: Play, seat: Seat, merchant: MerchantId, to: Company): void {
  const { companies } = play.draft;
  const from = companyOf(play.draft, merchant);
  if (from === undefined) throw new Error(`${merchant} stands nowhere`);
  const fromRank = companies[from].indexOf(merchant) + 1;
  takeOut(companies[from], [merchant]); // BOR-4.3: those below move up
  const toRank = companies[to].push(merchant);
  tell(play, { type: 'merchant-transferred', seat, merchant, from, fromRank, to, toRank });
  ask(play.draft, seat, 'shipment'); // BOR-4.1
}

export function skipCompany(play: Play, seat: Seat): void {
  tell(play, { type: 'company-skipped', seat });
  ask(play.draft, seat, 'shipment');
}
