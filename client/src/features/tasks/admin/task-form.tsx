import { MAX_TASK_REWARD } from '@copup/shared/task-limits.ts';
import type { AdminTask } from '@copup/shared/tasks.ts';
import { useState } from 'react';
import { errorOfNumber } from '../../../console/draft.ts';
import { FormDialog } from '../../../console/form-dialog.tsx';
import { NumberInput, SelectInput, TextAreaInput, TextInput } from '../../../console/inputs.tsx';
import { useSave } from '../../../console/use-save.ts';
import { parseWholeNumber } from '../../../lib/whole-number.ts';

interface Fields {
  title: string;
  description: string;
  task_coin_reward: string;
  urlLink: string;
  is_active: string;
}

function check({
  title,
  description,
  task_coin_reward,
  urlLink,
}: Fields): Partial<Record<keyof Fields, string>> {
  const reward = errorOfNumber(task_coin_reward, { min: 1, max: MAX_TASK_REWARD });
  const address = errorOfAddress(urlLink);
  return {
    ...(title.trim() === '' && { title: 'Enter a title.' }),
    ...(description.trim() === '' && { description: 'Describe what to do.' }),
    ...(reward && { task_coin_reward: reward }),
    ...(address && { urlLink: address }),
  };
}

/** Returns why a task cannot lead to this address. The server decides. */
function errorOfAddress(text: string): string | undefined {
  let address: URL;
  try {
    address = new URL(text.trim());
  } catch {
    return 'Enter an address that begins with https://.';
  }
  return address.protocol === 'https:' && address.hostname.includes('.')
    ? undefined
    : 'Enter an address that begins with https://.';
}

/** Creates or edits a social task. Uploads keep the reward of their time. */
export function TaskForm({ record, onClose }: { record?: AdminTask; onClose: () => void }) {
  const { create, update } = useSave<AdminTask>('tasks');
  const [defaultValues] = useState<Fields>(() => ({
    title: record?.title ?? '',
    description: record?.description ?? '',
    task_coin_reward: record ? String(record.task_coin_reward) : '',
    urlLink: record?.urlLink ?? '',
    is_active: record?.is_active === false ? 'no' : 'yes',
  }));
  return (
    <FormDialog<Fields>
      title={record ? 'Edit task' : 'New task'}
      onClose={onClose}
      defaultValues={defaultValues}
      validate={check}
      submitName={record ? 'Save' : 'Create task'}
      onSubmit={async (fields) => {
        const body = {
          title: fields.title.trim(),
          description: fields.description.trim(),
          task_coin_reward: parseWholeNumber(fields.task_coin_reward) ?? 0,
          urlLink: fields.urlLink.trim(),
          is_active: fields.is_active === 'yes',
        };
        await (record ? update(record, body) : create(body));
        onClose();
        return record ? 'Task saved' : 'Task created';
      }}
    >
      <TextInput source="title" label="Title" required maxLength={120} />
      <TextAreaInput
        source="description"
        label="Description"
        required
        maxLength={2_000}
        hint="What to do, and what the screenshot must show"
      />
      <NumberInput source="task_coin_reward" label="Reward (task coins)" required />
      <TextInput
        source="urlLink"
        label="Address"
        required
        maxLength={500}
        inputMode="url"
        hint="START opens it; it begins with https://"
      />
      <SelectInput source="is_active" label="Shown">
        <option value="yes">Active</option>
        <option value="no">Hidden</option>
      </SelectInput>
    </FormDialog>
  );
}
