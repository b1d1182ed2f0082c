import type { Approval, FundRewardsBody } from '@copup/shared/admin.ts';
import { actOnce } from '../../../console/data-provider.ts';
import { callOnce } from '../../../lib/calls.ts';

/** O3a: a second operator's decision. */
export const decide = (id: number, decision: 'approve' | 'reject') =>
  actOnce<Approval>(`${decision}:${id}`, 'approvals', id, decision);

/** O3a: any amount waits for a second operator. */
export const fundRewards = (body: FundRewardsBody) =>
  callOnce('fund-rewards', 'POST /admin/rewards/fund', { body });
