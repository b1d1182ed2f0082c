import { type ApprovalPending, FundRewardsBody } from '@copup/shared/admin.ts';
import { rewardsAdminCalls } from '@copup/shared/calls/rewards.ts';
import type { Database } from '../../db/database.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { withStoredReply } from '../../db/with-stored-reply.ts';
import type { Deps } from '../../deps.ts';
import { ensureFund, findFund } from '../../ledger/accounts.ts';
import { postTransfers } from '../../ledger/post-transfers.ts';
import { issueRewards, rewardsOf } from '../../ledger/rewards.ts';
import { lockOperatorAndOwner } from '../../operators/operator-moves.ts';
import { requestApproval } from '../../operators/request-approval.ts';

const ACTION = 'rewards.fund';
/** The fund of the realm of real users (L1). */
const rewards = rewardsOf(0);
const { subject } = rewards;

export const readRewards = async (db: Database): Promise<number> =>
  (await findFund(db, rewards))?.balance ?? 0;

interface FundRewards {
  operatorId: string;
  body: FundRewardsBody;
  /** The Idempotency-Key (P6). */
  key: string | undefined;
}

/** Requests coins for `rewards` from issuance. A second operator has to approve any amount (O3a). */
export async function fundRewards(
  { db }: Pick<Deps, 'db'>,
  { operatorId, body, key }: FundRewards,
): Promise<ApprovalPending> {
  const { reply } = await inTransaction(db, (tx) =>
    withStoredReply(
      tx,
      { userId: operatorId, route: 'admin/rewards/fund', subject: '', key, input: body },
      async () => {
        await lockOperatorAndOwner(tx, operatorId, operatorId);
        const request = { action: ACTION, subject, beneficiaryId: null, details: body, operatorId };
        return { status: 202, reply: await requestApproval(tx, { ...request, why: 'always' }) };
      },
    ),
  );
  return reply;
}

/** Executes a funding that a second operator approved. */
export const fundApproved = ({ newId }: Pick<Deps, 'newId'>) => ({
  [ACTION]: {
    right: rewardsAdminCalls.calls['POST /admin/rewards/fund'].right,
    async apply(
      tx: Transaction,
      { id: approvalId, details }: { id: number; details: unknown },
    ): Promise<Record<string, unknown>> {
      const { bid_points: amount } = FundRewardsBody.parse(details);
      const fund = await ensureFund(tx, newId(), rewards);
      const id = newId();
      await postTransfers(tx, [
        issueRewards({
          id,
          realm: rewards.realm,
          key: `approval:${approvalId}`,
          input: details,
          fundId: fund.id,
          amount,
        }),
      ]);
      return { transfer_id: id };
    },
  },
});
