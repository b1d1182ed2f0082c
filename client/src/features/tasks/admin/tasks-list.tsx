import { inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import type { AdminTask } from '@copup/shared/tasks.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { type Column, numberColumn } from '../../../console/columns.tsx';
import { realmFilter, searchFilter } from '../../../console/filters.ts';
import { showTime } from '../../../console/local-time.ts';
import { RecordsList } from '../../../console/records-list.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { activeFilter } from './active-filter.ts';
import { TaskForm } from './task-form.tsx';

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
  {
    name: 'Shown',
    cell: (row) => <Chip look={row.is_active ? 'ok' : 'plain'}>{row.is_active ? 'Active' : 'Hidden'}</Chip>,
    isOnPhones: true,
  },
  { name: 'Changed', cell: (row) => showTime(row.updated_at) },
];

type Shown = 'nothing' | 'new' | AdminTask;

/** T1: the social tasks. */
export function Page() {
  const [shown, setShown] = useState<Shown>('nothing');
  return (
    <>
      <RecordsList<AdminTask>
        resource="tasks"
        label="Tasks"
        filters={[searchFilter('Find a task'), activeFilter, realmFilter]}
        columns={columns}
        nameOf={(row) => row.title}
        subLine={(row) => inCoins(row.task_coin_reward, 'task')}
        create={{ name: 'New task', onPress: () => setShown('new') }}
        actions={(row) => [
          { name: 'Edit', label: `Edit ${isolate(row.title)}`, onPress: () => setShown(row) },
        ]}
      />
      {shown === 'nothing' ? null : (
        <TaskForm {...(shown !== 'new' && { record: shown })} onClose={() => setShown('nothing')} />
      )}
    </>
  );
}
