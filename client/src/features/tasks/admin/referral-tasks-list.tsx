import { inCoins } from '@copup/shared/coins.ts';
import type { AdminReferralTask } from '@copup/shared/tasks.ts';
import { type Column, flagColumn, numberColumn } from '../../../console/columns.tsx';
import { flagFilter, realmFilter, searchFilter } from '../../../console/filters.ts';
import { showTime } from '../../../console/local-time.ts';
import { RecordInput } from '../../../console/record-form.tsx';
import { RecordPage } from '../../../console/record-page.tsx';
import { friendsWords } from '../task-words.ts';

const nameOf = (row: AdminReferralTask) => friendsWords(row.required_referrals);

const columns: Column<AdminReferralTask>[] = [
  { name: 'Task', cell: nameOf, sort: 'required_referrals', isName: true },
  numberColumn('Reward', (row) => row.task_coin_reward),
  numberColumn('Rewarded', (row) => row.rewarded),
  flagColumn('Shown', (row) => row.is_active, ['Active', 'Hidden']),
  { name: 'Changed', cell: (row) => showTime(row.updated_at) },
];
const filters = [
  searchFilter('Find by number'),
  flagFilter('is_active', 'Shown', 'Active', 'Hidden'),
  realmFilter,
];

/** T1: the referral tasks, each rewarded once when its count is reached. */
export const Page = () => (
  <RecordPage<AdminReferralTask>
    name="referral-task"
    filters={filters}
    columns={columns}
    nameOf={nameOf}
    subLine={(row) => inCoins(row.task_coin_reward, 'task')}
    titleOf={(row) => `Edit ${nameOf(row)}`}
  >
    <RecordInput source="required_referrals" label="Friends" hint="Who registered with the code" />
    <RecordInput source="task_coin_reward" label="Reward (task coins)" />
    <RecordInput source="is_active" label="Shown" yes="Active" no="Hidden" />
  </RecordPage>
);
