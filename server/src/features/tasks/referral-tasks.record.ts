import { adminReferralTasksCalls } from '@copup/shared/calls/tasks.ts';
import { searchedId } from '../../operators/operator-list.ts';
import type { RecordAdmin } from '../../records/record-admin.ts';
import { assertOpenRealm } from '../../subjects/write-subject.ts';
import { taskNotFound } from './tasks.errors.ts';
import { type ReferralTaskRow, referralTasks } from './tasks.tables.ts';

/** /api/admin/referral-tasks: rewards for friends who register. Rewards that were paid stay paid. */
export const referralTaskRecord: RecordAdmin<ReferralTaskRow> = {
  name: 'referral-task',
  table: referralTasks,
  calls: adminReferralTasksCalls,
  notFound: taskNotFound,
  more: 't.rewarded',
  orders: { required_referrals: ['t.required_referrals', 't.id'] },
  search: (text) => ({
    sql: 't.id = ?::int OR t.required_referrals = ?::int',
    values: [searchedId(text), searchedId(text)],
  }),
  async check(tx, { realm }, before) {
    if (!before) await assertOpenRealm(tx, realm);
  },
};
