import type { AdminTeam, NewTeamBody } from '@copup/shared/bets.ts';
import { crestPatterns, parseCrest } from '@copup/shared/crest.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { useInput } from 'ra-core';
import { useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { changedFields } from '../../../console/draft.ts';
import { FormDialog } from '../../../console/form-dialog.tsx';
import { SelectInput, TextInput } from '../../../console/inputs.tsx';
import { useSave } from '../../../console/use-save.ts';
import { Crest } from '../../../ui/art/crest.tsx';

type Fields = Record<'name' | 'pattern' | 'field' | 'mark' | 'is_active', string>;

const patternNames: Record<(typeof crestPatterns)[number], string> = {
  pale: 'Vertical stripe',
  fess: 'Horizontal stripe',
  bend: 'Diagonal stripe',
  roundel: 'Circle',
  bars: 'Two bars',
  halves: 'Two halves',
};

const MAX_NAME = 60;
const newCrest = 'pale-0a7245-f6f4ee';
const crestOf = ({ pattern, field, mark }: Pick<Fields, 'pattern' | 'field' | 'mark'>) =>
  `${pattern}-${field.slice(1)}-${mark.slice(1)}`.toLowerCase();

function toFields(team: AdminTeam | undefined): Fields {
  const { pattern, field, mark } = parseCrest(team?.crest ?? newCrest);
  return {
    name: team?.name ?? '',
    pattern,
    field,
    mark,
    is_active: team?.is_active === false ? 'no' : 'yes',
  };
}

function errorsOf({ name }: Fields): Partial<Fields> {
  return name.trim() === '' ? { name: 'Enter a name.' } : {};
}

/** Creates or edits a team. */
export function TeamForm({ record, onClose }: { record?: AdminTeam; onClose: () => void }) {
  const { create, update } = useSave<AdminTeam>('teams');
  const [defaultValues] = useState(() => toFields(record));
  return (
    <FormDialog<Fields>
      title={record ? `Edit ${isolate(record.name)}` : 'New team'}
      onClose={onClose}
      defaultValues={defaultValues}
      validate={errorsOf}
      submitName={record ? 'Save' : 'Create team'}
      onSubmit={async (fields) => {
        const draft: NewTeamBody = {
          name: fields.name.trim(),
          crest: crestOf(fields),
          is_active: fields.is_active === 'yes',
        };
        await (record ? update(record, changedFields(draft, { ...record })) : create(draft));
        onClose();
        return record ? 'Team saved' : 'Team created';
      }}
    >
      <TextInput source="name" label="Name" required maxLength={MAX_NAME} />
      <div className="flex items-end gap-4">
        <div className="grid flex-1 grid-cols-2 items-end gap-3">
          <div className="col-span-2">
            <SelectInput source="pattern" label="Crest">
              {crestPatterns.map((pattern) => (
                <option key={pattern} value={pattern}>
                  {patternNames[pattern]}
                </option>
              ))}
            </SelectInput>
          </div>
          <ColourInput source="field" label="Field colour" />
          <ColourInput source="mark" label="Mark colour" />
        </div>
        <Preview />
      </div>
      <SelectInput source="is_active" label="In new fixtures">
        <option value="yes">Active</option>
        <option value="no">Hidden</option>
      </SelectInput>
      <p className="text-sm text-ink-2">
        A hidden team is not offered for new fixtures. Its fixtures and bets remain.
      </p>
    </FormDialog>
  );
}

function Preview() {
  const [pattern, field, mark] = useWatch<Fields, ['pattern', 'field', 'mark']>({
    name: ['pattern', 'field', 'mark'],
  });
  return <Crest crest={crestOf({ pattern, field, mark })} className="h-23 w-21 shrink-0" />;
}

function ColourInput({ source, label }: { source: string; label: string }) {
  const id = useId();
  const { field } = useInput<string>({ source, parse: (text: string) => text });
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <input
        {...field}
        id={id}
        type="color"
        className="ctl-line h-ctl w-full cursor-pointer rounded-md bg-surface p-1.5"
      />
    </div>
  );
}
