import { inTransaction, type Transaction } from '../db/in-transaction.ts';
import type { Deps } from '../deps.ts';
import { ensureFund, lockFunds } from '../ledger/funds.ts';
import { postTransfers } from '../ledger/post-transfers.ts';
import { issueRewards, rewardsOf } from '../ledger/rewards.ts';

const REWARDS_CHUNK = 10_000;

/**
 * Issues coins to `rewards` if it has fewer than needed for a subsidy: a demo has no second operator who could fund it.
 * Runs in a separate transaction, since the subject is created in its own.
 */
export const fundDemoRewards = ({ db, newId }: Pick<Deps, 'db' | 'newId'>, needed: number): Promise<void> =>
  inTransaction(db, (tx) => topUp(tx, newId, needed));

async function topUp(tx: Transaction, newId: () => string, needed: number): Promise<void> {
  const { id: rewardsId } = await ensureFund(tx, newId(), rewardsOf(0));
  const balance = (await lockFunds(tx, [rewardsId])).get(rewardsId)?.balance ?? 0;
  if (balance >= needed) return;
  const id = newId();
  await postTransfers(tx, [
    issueRewards({
      id,
      realm: 0,
      key: `demo:${id}`,
      fundId: rewardsId,
      amount: needed + REWARDS_CHUNK,
    }),
  ]);
}
