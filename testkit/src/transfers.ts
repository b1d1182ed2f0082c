import type { Account } from '@copup/server/ledger/accounts.ts';
import type { NewPosting, NewTransfer } from '@copup/server/ledger/post-transfers.ts';
import { v7 as uuidv7 } from 'uuid';

export const available = (user: { id: string }): Account => ({ kind: 'available', id: user.id });
export const held = (user: { id: string }): Account => ({ kind: 'held', id: user.id });
export const bonus = (user: { id: string }): Account => ({ kind: 'bonus', id: user.id });

/** Returns a transfer of one posting with a new key; `rest` overrides fields. */
export function move(
  from: Account,
  to: Account,
  amount: number,
  rest: Partial<NewTransfer> & { unit?: NewPosting['unit'] } = {},
): NewTransfer {
  const { unit, ...others } = rest;
  const id = uuidv7();
  return {
    id,
    kind: 'adjust',
    realm: 0,
    subject: { kind: 'test', id: '1' },
    key: id,
    postings: [{ from, to, amount, unit }],
    ...others,
  };
}
