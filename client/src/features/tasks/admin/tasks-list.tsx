import { inCoins } from '@copup/shared/coins.ts';
import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import type { AdminTask } from '@copup/shared/tasks.ts';
import { Link } from 'react-router-dom';
import { type Column, flagColumn, numberColumn } from '../../../console/columns.tsx';
import { flagFilter, realmFilter, searchFilter } from '../../../console/filters.ts';
import { showTime } from '../../../console/local-time.ts';
import { RecordInput } from '../../../console/record-form.tsx';
import { RecordPage } from '../../../console/record-page.tsx';

const columns: Column<AdminTask>[] = [
  { name: 'Task', cell: (row) => row.title, sort: 'title', isName: true },
  numberColumn('Reward', (row) => row.task_coin_reward),
  {
    name: 'Waiting',
    cell: ({ pending }) =>
      pending === 0 ? (
        '0'
      ) : (
        <Link to={operatorPath(operatorPaths.taskUploads)} className="font-semibold text-brand">
          {pending}
        </Link>
      ),
    isNumber: true,
  },
  numberColumn('Approved', (row) => row.approved),
  numberColumn('Rejected', (row) => row.rejected),
  flagColumn('Shown', (row) => row.is_active, ['Active', 'Hidden']),
  { name: 'Changed', cell: (row) => showTime(row.updated_at) },
];
const filters = [
  searchFilter('Find a task'),
  flagFilter('is_active', 'Shown', 'Active', 'Hidden'),
  realmFilter,
];

/** T1: the social tasks. Uploads keep the reward of their time. */
export const Page = () => (
  <RecordPage<AdminTask>
    name="task"
    filters={filters}
    columns={columns}
    nameOf={(row) => row.title}
    subLine={(row) => inCoins(row.task_coin_reward, 'task')}
    titleOf={() => 'Edit task'}
    canDuplicate
  >
    <RecordInput source="title" label="Title" />
    <RecordInput
      source="description"
      label="Description"
      hint="What to do, and what the screenshot must show"
    />
    <RecordInput source="task_coin_reward" label="Reward (task coins)" />
    <RecordInput source="urlLink" label="Address" hint="START opens it; it begins with https://" />
    <RecordInput source="is_active" label="Shown" yes="Active" no="Hidden" />
  </RecordPage>
);
