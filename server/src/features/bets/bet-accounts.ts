import type { Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { ensureFund } from '../../ledger/accounts.ts';
import { type NewTransfer, postTransfers } from '../../ledger/post-transfers.ts';
import type { Subject } from '../../subject.ts';
import { type Payments, type Share, stakesOf } from './bet-rules.ts';
import type { BetRow } from './bets.tables.ts';

export const betSubject = (id: number): Subject => ({ kind: 'bet', id: String(id) });
/** What a player owes after a corrected result. */
export const reversalSubject = (id: number): Subject => ({ kind: 'bet_reversal', id: String(id) });
export const fixtureSubject = (id: number): Subject => ({ kind: 'fixture', id: String(id) });

type Ids = Pick<Deps, 'newId'>;
type Held = Pick<BetRow, 'id' | 'realm' | 'escrowId'>;

const available = (userId: string) => ({ kind: 'available', id: userId }) as const;
const escrowOf = ({ escrowId }: Held) => ({ kind: 'escrow', id: escrowId }) as const;
const sideKey = { team_a: 'a', team_b: 'b' } as const;

function transferOf(
  { newId }: Ids,
  bet: Held,
  kind: NewTransfer['kind'],
  key: string,
  postings: NewTransfer['postings'],
): NewTransfer {
  const subject = betSubject(bet.id);
  return { id: newId(), kind, realm: bet.realm, subject, key: `bet:${bet.id}:${key}`, postings };
}

/** Creates the empty escrow of a new bet. */
export async function openEscrow(tx: Transaction, { id, realm, escrowId }: Held): Promise<void> {
  await ensureFund(tx, escrowId, { kind: 'escrow', realm, subject: betSubject(id) });
}

/** Moves a stake from the player's available coins to the escrow. Bonus coins cannot be staked (L6). */
export async function stake(tx: Transaction, deps: Ids, bet: Held, share: Share): Promise<void> {
  const { side, userId, amount } = share;
  await postTransfers(tx, [
    transferOf(deps, bet, 'bet_stake', sideKey[side], [
      { from: available(userId), to: escrowOf(bet), amount },
    ]),
  ]);
}

/** The transfers that return the stakes of a bet that has not ended. */
export const returnsOf = (deps: Ids, bet: BetRow): NewTransfer[] => refundsOf(deps, bet, 0, stakesOf(bet));

/** The transfers that return stakes; `no` is the number of the result, 0 for a cancelled bet. */
const refundsOf = (deps: Ids, bet: Held, no: number, shares: readonly Share[]): NewTransfer[] =>
  shares.map((share) =>
    transferOf(deps, bet, 'refund', keyOf('refund', no, share), [
      { from: escrowOf(bet), to: available(share.userId), amount: share.amount },
    ]),
  );

/** The transfers of a result: both stakes back, or the prize and the fee (B3). */
export function paymentsOf(deps: Ids, bet: Held, no: number, { shares, fee, kind }: Payments): NewTransfer[] {
  if (kind === 'refund') return refundsOf(deps, bet, no, shares);
  const from = escrowOf(bet);
  const prizes = shares.map((share) =>
    transferOf(deps, bet, kind, keyOf(kind, no, share), [
      { from, to: available(share.userId), amount: share.amount },
    ]),
  );
  const charge = [{ from, to: { kind: 'revenue' }, amount: fee }] as const;
  return fee === 0 ? prizes : [...prizes, transferOf(deps, bet, 'bet_fee', String(no), charge)];
}

/** A result has one winner and two refunds. */
const keyOf = (kind: Payments['kind'], no: number, { side }: Share): string =>
  kind === 'refund' ? `${no}:${sideKey[side]}` : String(no);

/** A share that a corrected result takes back: `owed` of it is not in the wallet. */
export interface Reversed extends Share {
  owed: number;
}

/**
 * The transfers that reverse those of a result, each of the same kind: from each wallet what it has, from issuance what
 * the player then owes, as after a chargeback, and the fee from revenue.
 */
export function reversalsOf(
  deps: Ids,
  bet: Held,
  no: number,
  { shares, fee, kind }: Omit<Payments, 'shares'> & { shares: readonly Reversed[] },
): NewTransfer[] {
  const to = escrowOf(bet);
  const reversals = shares.map((share) => {
    const postings = [
      { from: available(share.userId), to, amount: share.amount - share.owed },
      { from: { kind: 'issuance' } as const, to, amount: share.owed },
    ].filter(({ amount }) => amount > 0);
    return transferOf(deps, bet, kind, `${keyOf(kind, no, share)}:reversed`, postings);
  });
  const charge = [{ from: { kind: 'revenue' }, to, amount: fee }] as const;
  return fee === 0 ? reversals : [...reversals, transferOf(deps, bet, 'bet_fee', `${no}:reversed`, charge)];
}
