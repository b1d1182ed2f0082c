import type { FundName } from './accounts.ts';
import type { NewTransfer } from './post-transfers.ts';

/** The fund that pays for rewards to users (L1): one for real users and one for each load test's realm. */
export const rewardsOf = (realm: number): FundName => ({
  kind: 'rewards',
  realm,
  subject: { kind: 'rewards', id: String(realm) },
});

/** Returns the transfer that issues coins for rewards. */
export function issueRewards({
  realm,
  fundId,
  amount,
  ...transfer
}: Pick<NewTransfer, 'id' | 'realm' | 'key' | 'input'> & { fundId: string; amount: number }): NewTransfer {
  return {
    ...transfer,
    kind: 'fund',
    realm,
    subject: rewardsOf(realm).subject,
    postings: [{ from: { kind: 'issuance' }, to: { kind: 'rewards', id: fundId }, amount }],
  };
}
