import { inCoins } from '@copup/shared/coins.ts';
import { MAX_REQUIRED_REFERRALS, MAX_TASK_REWARD } from '@copup/shared/task-limits.ts';
import type { AdminReferralTask } from '@copup/shared/tasks.ts';
import { useState } from 'react';
import { type Column, numberColumn } from '../../../console/columns.tsx';
import { errorOfNumber } from '../../../console/draft.ts';
import { realmFilter, searchFilter } from '../../../console/filters.ts';
import { FormDialog } from '../../../console/form-dialog.tsx';
import { NumberInput, SelectInput } from '../../../console/inputs.tsx';
import { showTime } from '../../../console/local-time.ts';
import { RecordsList } from '../../../console/records-list.tsx';
import { useSave } from '../../../console/use-save.ts';
import { parseWholeNumber } from '../../../lib/whole-number.ts';
import { Chip } from '../../../ui/chip.tsx';
import { friendsWords } from '../task-words.ts';
import { activeFilter } from './active-filter.ts';

const nameOf = (row: AdminReferralTask) => friendsWords(row.required_referrals);

const columns: Column<AdminReferralTask>[] = [
  { name: 'Task', cell: nameOf, sort: 'required_referrals', isName: true },
  numberColumn('Reward', (row) => row.task_coin_reward),
  numberColumn('Rewarded', (row) => row.rewarded),
  {
    name: 'Shown',
    cell: (row) => <Chip look={row.is_active ? 'ok' : 'plain'}>{row.is_active ? 'Active' : 'Hidden'}</Chip>,
    isOnPhones: true,
  },
  { name: 'Changed', cell: (row) => showTime(row.updated_at) },
];

type Shown = 'nothing' | 'new' | AdminReferralTask;

/** T1: the referral tasks, each rewarded once when its count is reached. */
export function Page() {
  const [shown, setShown] = useState<Shown>('nothing');
  return (
    <>
      <RecordsList<AdminReferralTask>
        resource="referral-tasks"
        label="Referral tasks"
        filters={[searchFilter('Find by number'), activeFilter, realmFilter]}
        columns={columns}
        nameOf={nameOf}
        subLine={(row) => inCoins(row.task_coin_reward, 'task')}
        create={{ name: 'New referral task', onPress: () => setShown('new') }}
        actions={(row) => [{ name: 'Edit', label: `Edit ${nameOf(row)}`, onPress: () => setShown(row) }]}
      />
      {shown === 'nothing' ? null : (
        <ReferralTaskForm {...(shown !== 'new' && { record: shown })} onClose={() => setShown('nothing')} />
      )}
    </>
  );
}

interface Fields {
  required_referrals: string;
  task_coin_reward: string;
  is_active: string;
}

function ReferralTaskForm({ record, onClose }: { record?: AdminReferralTask; onClose: () => void }) {
  const { create, update } = useSave<AdminReferralTask>('referral-tasks');
  const [defaultValues] = useState<Fields>(() => ({
    required_referrals: record ? String(record.required_referrals) : '',
    task_coin_reward: record ? String(record.task_coin_reward) : '',
    is_active: record?.is_active === false ? 'no' : 'yes',
  }));
  return (
    <FormDialog<Fields>
      title={record ? `Edit ${nameOf(record)}` : 'New referral task'}
      onClose={onClose}
      defaultValues={defaultValues}
      validate={({ required_referrals, task_coin_reward }) => {
        const friends = errorOfNumber(required_referrals, { min: 1, max: MAX_REQUIRED_REFERRALS });
        const reward = errorOfNumber(task_coin_reward, { min: 1, max: MAX_TASK_REWARD });
        return {
          ...(friends && { required_referrals: friends }),
          ...(reward && { task_coin_reward: reward }),
        };
      }}
      submitName={record ? 'Save' : 'Create referral task'}
      onSubmit={async (fields) => {
        const body = {
          required_referrals: parseWholeNumber(fields.required_referrals) ?? 0,
          task_coin_reward: parseWholeNumber(fields.task_coin_reward) ?? 0,
          is_active: fields.is_active === 'yes',
        };
        await (record ? update(record, body) : create(body));
        onClose();
        return record ? 'Referral task saved' : 'Referral task created';
      }}
    >
      <NumberInput source="required_referrals" label="Friends" required hint="Who registered with the code" />
      <NumberInput source="task_coin_reward" label="Reward (task coins)" required />
      <SelectInput source="is_active" label="Shown">
        <option value="yes">Active</option>
        <option value="no">Hidden</option>
      </SelectInput>
    </FormDialog>
  );
}
