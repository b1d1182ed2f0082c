import { describe, expect, it } from 'vitest';
import type { AccountKind } from './accounts.ts';
import { type AccountEnd, type AccountEntry, type AccountState, followEntry } from './follow-account.ts';

const state = (version: bigint, balances: Partial<Record<AccountKind, bigint>>): AccountState => ({
  version,
  balances: new Map(Object.entries(balances) as [AccountKind, bigint][]),
});
const end = (kind: AccountKind, seq: bigint, balance: bigint): AccountEnd => ({ kind, seq, balance });
const entry = (amount: bigint, from?: AccountEnd, to?: AccountEnd): AccountEntry => ({
  posting: '7',
  xid: 1n,
  amount,
  from,
  to,
});

describe('P2 followEntry', () => {
  it('adds incoming amounts, subtracts outgoing ones, and moves amounts between parts of the account', () => {
    expect(followEntry(state(0n, {}), entry(5n, undefined, end('bonus', 1n, 5n)))).toEqual(
      state(1n, { bonus: 5n }),
    );
    expect(followEntry(state(4n, { held: 5n }), entry(2n, end('held', 5n, 3n)))).toEqual(
      state(5n, { held: 3n }),
    );
    expect(
      followEntry(state(4n, { available: 5n }), entry(2n, end('available', 5n, 3n), end('held', 5n, 2n))),
    ).toEqual(state(5n, { available: 3n, held: 2n }));
  });

  it('reports a sequence number that is not the next one', () => {
    for (const seq of [4n, 6n]) {
      expect(followEntry(state(4n, {}), entry(1n, undefined, end('task', seq, 1n)))).toMatchObject({
        check: 'sequence',
        posting: '7',
      });
    }
    const ends = entry(2n, end('available', 5n, 3n), end('held', 6n, 2n));
    expect(followEntry(state(4n, { available: 5n }), ends)).toMatchObject({ check: 'sequence' });
  });

  it('reports a recorded balance that differs from the computed one, and one below 0', () => {
    expect(followEntry(state(0n, {}), entry(5n, undefined, end('pot', 1n, 6n)))).toMatchObject({
      check: 'balances',
    });
    expect(followEntry(state(0n, {}), entry(5n, end('pot', 1n, -5n)))).toMatchObject({ check: 'negative' });
  });

  it('does not change the state it was given', () => {
    const before = state(1n, { available: 5n });
    followEntry(before, entry(5n, end('available', 2n, 0n)));
    expect(before).toEqual(state(1n, { available: 5n }));
  });
});
