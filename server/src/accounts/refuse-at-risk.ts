import type { RiskReason } from '@copup/shared/payouts.ts';
import type { Database } from '../db/database.ts';
import type { Transaction } from '../db/in-transaction.ts';
import { Refusal } from '../errors.ts';
import { lockWallets } from '../ledger/wallets.ts';

const texts: Record<RiskReason, string> = {
  SUSPENDED: 'This player is suspended.',
  OWES_COINS: 'This player owes coins after a chargeback.',
  OPEN_DISPUTE: 'A card payment of this player is disputed.',
};

/**
 * Throws SUSPENDED, OWES_COINS or OPEN_DISPUTE: money and goods do not leave to a user who is suspended (S10), who owes coins,
 * or whose card payment is disputed (W5a, A10a). Locks the wallet, as every suspension, and every reversal that takes coins, does.
 */
export async function refuseAtRisk(tx: Transaction, userId: string): Promise<void> {
  await lockWallets(tx, [userId]);
  const reason = (await readRisks(tx, [userId])).get(userId);
  if (reason) throw new Refusal(reason, texts[reason]);
}

/** Returns why money and goods do not leave to these users; users without a reason are absent. */
export async function readRisks(
  source: Database | Transaction,
  userIds: readonly string[],
): Promise<Map<string, RiskReason>> {
  const { rows } = await ('client' in source ? source.client : source.pool).query<{
    userId: string;
    risk: RiskReason;
  }>({
    name: 'users-at-risk',
    text: `SELECT * FROM (
        SELECT w.user_id AS "userId", CASE
          WHEN EXISTS (SELECT FROM suspensions s WHERE s.user_id = w.user_id AND s.ends_at > statement_timestamp()) THEN 'SUSPENDED'
          WHEN w.owes THEN 'OWES_COINS'
          WHEN EXISTS (SELECT FROM card_reversals r WHERE r.user_id = w.user_id AND r.state = 'open') THEN 'OPEN_DISPUTE'
        END AS risk FROM wallets w WHERE w.user_id = ANY($1::uuid[])) AS each
      WHERE risk IS NOT NULL`,
    values: [[...new Set(userIds)]],
  });
  return new Map(rows.map(({ userId, risk }) => [userId, risk]));
}
