import type { Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';
import { postTransfers } from '../../ledger/post-transfers.ts';
import { openReceivable } from '../../ledger/receivables.ts';
import { readWallets } from '../../ledger/wallets.ts';
import { type Reversed, reversalSubject, reversalsOf } from './bet-accounts.ts';
import { sharesOf } from './bet-rules.ts';
import type { BetRow } from './bets.tables.ts';

export interface ReversedBet {
  shares: readonly Reversed[];
  /** Players whose account is deleted. */
  closed: ReadonlySet<string>;
}

/**
 * Takes what these bets paid back into their escrows (B4). Takes from each wallet what it has; the rest comes from issuance
 * and the player owes it, as after a chargeback (X5). A deleted account owes nothing. Lock the wallets before.
 */
export async function reverseBets(
  tx: Transaction,
  deps: Pick<Deps, 'newId'>,
  settled: readonly BetRow[],
): Promise<Map<number, ReversedBet>> {
  if (settled.length === 0) return new Map();
  const userIds = [...new Set(settled.flatMap(({ creatorId, opponentId }) => [creatorId, opponentId ?? '']))];
  const wallets = await readWallets(tx, userIds);
  const closed = await listClosed(tx, userIds);
  const left = new Map([...wallets.values()].map(({ userId, available }) => [userId, available]));
  const reversed = settled.map((bet) => {
    invariant(bet.result !== null, `bet ${bet.id} is settled`);
    const paid = sharesOf(bet, bet.result);
    const shares = paid.shares.map((share): Reversed => {
      const available = left.get(share.userId) ?? 0;
      const owed = share.amount - Math.min(available, share.amount);
      left.set(share.userId, available - (share.amount - owed));
      return { ...share, owed };
    });
    return { ...paid, bet, shares };
  });
  await postTransfers(
    tx,
    reversed.flatMap(({ bet, ...paid }) => reversalsOf(deps, bet, bet.paidNo, paid)),
  );
  await openReceivables(tx, reversed, closed);
  return new Map(reversed.map(({ bet, shares }) => [bet.id, { shares, closed }]));
}

/** Stores what was taken back, and opens a receivable for what was not in the wallet. */
async function openReceivables(
  tx: Transaction,
  reversed: readonly { bet: BetRow; shares: readonly Reversed[] }[],
  closed: ReadonlySet<string>,
): Promise<void> {
  const rows = reversed.flatMap(({ bet, shares }) =>
    shares.map((share) => ({ bet, ...share, owed: closed.has(share.userId) ? 0 : share.owed })),
  );
  const { rows: stored } = await tx.client.query<{ id: number; betId: number; userId: string }>({
    name: 'bet-reversals-add',
    text: `INSERT INTO bet_reversals (bet_id, paid_no, user_id, amount, owed)
      SELECT * FROM unnest($1::int[], $2::int[], $3::uuid[], $4::bigint[], $5::bigint[])
      RETURNING id, bet_id AS "betId", user_id AS "userId"`,
    values: [
      rows.map(({ bet }) => bet.id),
      rows.map(({ bet }) => bet.paidNo),
      rows.map(({ userId }) => userId),
      rows.map(({ amount }) => amount),
      rows.map(({ owed }) => owed),
    ],
  });
  const ids = new Map(stored.map(({ id, betId, userId }) => [`${betId} ${userId}`, id]));
  for (const { bet, userId, owed } of rows) {
    const id = ids.get(`${bet.id} ${userId}`);
    invariant(id !== undefined, `the reversal of bet ${bet.id} was stored`);
    if (owed === 0) continue;
    await openReceivable(tx, { userId, realm: bet.realm, subject: reversalSubject(id), amount: owed });
  }
}

async function listClosed(tx: Transaction, userIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.client.query<{ userId: string }>({
    name: 'wallets-closed',
    text: `SELECT user_id AS "userId" FROM wallets WHERE user_id = ANY($1::uuid[]) AND closed_at IS NOT NULL`,
    values: [userIds],
  });
  return new Set(rows.map(({ userId }) => userId));
}
