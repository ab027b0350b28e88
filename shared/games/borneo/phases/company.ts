// BOR-4: phase 2, a transfer or an attack or nothing.
import { z } from 'zod';
import { reject } from '../../../kernel/codes.ts';
import { ask } from '../../../kernel/decisions.ts';
import { takeOut } from '../../../kernel/pieces.ts';
import { tell } from '../../../kernel/play.ts';
import { companyOf, hasRoom } from '../columns.ts';
import { COMPANIES, type Company, isCompany, ownerOf } from '../components.ts';
import { commandRule, question } from '../state.ts';
import { id } from '../wire.ts';

export const company = question({
  weight: 'main',
  fallback: () => ({ type: 'skip-company' }),
});

export const skipCompany = commandRule({
  type: 'skip-company',
  payload: z.strictObject({}),
  answers: ['company'],

  *legal() {
    yield { type: 'skip-company' };
  },

  carryOut(play, seat) {
    tell(play, { type: 'company-skipped', seat });
    ask(play.draft, seat, 'shipment');
  },
});

export const transferMerchant = commandRule({
  type: 'transfer-merchant',
  payload: z.strictObject({ merchant: id, to: id }),
  answers: ['company'],

  *legal(reading, seat) {
    const { companies } = reading.state.shown;
    const open = COMPANIES.filter((one) => hasRoom(reading, one));
    for (const from of COMPANIES) {
      for (const merchant of companies[from]) {
        if (ownerOf(merchant) !== seat) continue;
        for (const to of open) if (to !== from) yield { type: 'transfer-merchant', merchant, to };
      }
    }
  },

  refuse(reading, seat, { merchant, to }) {
    const from = companyOf(reading.state, merchant);
    if (from === undefined) return reject('unknown-merchant', 'BOR-4.2');
    if (ownerOf(merchant) !== seat) return reject('not-your-merchant', 'BOR-4.2');
    if (!isCompany(to)) return reject('unknown-company', 'BOR-4.2');
    if (to === from) return reject('same-company', 'BOR-4.2');
    if (!hasRoom(reading, to)) return reject('company-full', 'BOR-1.4');
    return undefined;
  },

  carryOut(play, seat, { merchant, to: name }) {
    const to = name as Company;
    const { companies } = play.draft.shown;
    const from = companyOf(play.state, merchant);
    if (from === undefined) throw new Error(`${merchant} stands nowhere`);
    const fromRank = companies[from].indexOf(merchant) + 1;
    takeOut(companies[from], [merchant]); // BOR-4.3: those below move up
    const toRank = companies[to].push(merchant);
    tell(play, { type: 'merchant-transferred', seat, merchant, from, fromRank, to, toRank });
    ask(play.draft, seat, 'shipment'); // BOR-4.1
  },
});
