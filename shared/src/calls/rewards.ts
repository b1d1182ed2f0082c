import { ApprovalPending, FundRewardsBody, Rewards } from '../admin.ts';
import { defineCalls } from '../call.ts';

/** /api/admin/rewards: the fund that pays for rewards to users (L1). */
export const rewardsAdminCalls = defineCalls('operators: rewards', {
  'GET /admin/rewards': {
    summary: 'The balance of the fund',
    reply: Rewards,
  },
  'POST /admin/rewards/fund': {
    right: 'coins',
    summary: 'Requests coins for the fund, which a second operator has to approve (O3a)',
    hasKey: true,
    body: FundRewardsBody,
    reply: ApprovalPending,
    status: 202,
  },
});
