import type { Setting } from '@copup/shared/admin.ts';
import { settingChange, settingEffect, settingValue, weakens } from '@copup/shared/setting-words.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { reasonError } from '../../../console/draft.ts';
import { FormDialog } from '../../../console/form-dialog.tsx';
import { NumberInput, SelectInput, TextAreaInput, TextInput } from '../../../console/inputs.tsx';
import { isPending, waitsText } from '../../../console/pending.ts';
import { call } from '../../../lib/calls.ts';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { spinTodayQuery, welcomeGivenQuery } from './budgets.tsx';
import { SettingHistory } from './setting-history.tsx';
import { readSetting, settingError, settingText } from './setting-value.ts';

interface SettingFormProps {
  setting: Setting;
  onClose: () => void;
}

/** Changes a setting: its effect in words before it is saved, a reason for the audit log, and what was changed before. */
export function SettingForm({ setting, onClose }: SettingFormProps) {
  const { id, name, rule, is_secret, value: before, default_value: like } = setting;
  const queries = useQueryClient();
  return (
    <FormDialog
      title={`Change ${name}`}
      onClose={onClose}
      defaultValues={{ value: is_secret ? '' : settingText(before), reason: '' }}
      validate={({ value, reason }): { value?: string; reason?: string } => {
        const [error, missing] = [settingError(value, like), reasonError(reason)];
        return { ...(error && { value: error }), ...(missing && { reason: missing }) };
      }}
      onSubmit={async ({ value, reason }) => {
        const to = readSetting(value, like);
        const body = { value: to, reason: reason.trim() };
        const reply = await call('PUT /admin/settings/:id', { params: { id }, body });
        void queries.invalidateQueries(spinTodayQuery);
        void queries.invalidateQueries(welcomeGivenQuery);
        if (isPending(reply)) return waitsText(`“${settingChange(setting, before, to)}”`);
        return `${reply.description}. Servers apply it within two seconds.`;
      }}
      submitName="Save"
      preview={<SettingHistory setting={setting} />}
    >
      <p className="text-xs text-ink-3">
        {id} · {rule} · {setting.group}
      </p>
      <ValueInput setting={setting} />
      <ToDefault setting={setting} />
      <Effect setting={setting} />
      <TextAreaInput
        source="reason"
        label="Reason"
        required
        maxLength={500}
        rows={2}
        hint="Recorded in the audit log"
      />
    </FormDialog>
  );
}

/** An input for the type of the default value. */
function ValueInput({ setting: { default_value: like, unit, is_secret } }: { setting: Setting }) {
  if (is_secret) return <TextInput source="value" label="New code" hint="Empty: no code" />;
  const label = unit ? `Value (${unit})` : 'Value';
  if (typeof like === 'boolean') {
    return (
      <SelectInput
        source="value"
        label={label}
        options={[
          ['true', 'on'],
          ['false', 'off'],
        ]}
      />
    );
  }
  if (typeof like === 'number') return <NumberInput source="value" label={label} required />;
  return like === '' ? (
    <TextInput source="value" label={label} />
  ) : (
    <TextAreaInput source="value" label={label} rows={4} />
  );
}

const useTyped = () => useWatch<{ value: string }>({ name: 'value' }) as string;

function ToDefault({ setting: { default_value, unit } }: { setting: Setting }) {
  const { setValue } = useFormContext();
  const text = settingText(default_value);
  const isThere = useTyped() === text;
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
      <span className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">
        Default: {settingValue(default_value, unit)}
      </span>
      {isThere ? null : (
        <Button
          look="line"
          size="sm"
          onClick={() => setValue('value', text, { shouldDirty: true, shouldValidate: true })}
        >
          Back to the default
        </Button>
      )}
    </div>
  );
}

/** What the typed value would do; what the present one does while nothing else is typed. */
function Effect({ setting }: { setting: Setting }) {
  const { value: before, default_value: like, weaker_if, is_secret } = setting;
  const text = useTyped();
  const to = settingError(text, like) === undefined ? readSetting(text, like) : undefined;
  const isChange = to !== undefined && (is_secret || to !== before);
  return (
    <div aria-live="polite">
      {isChange ? (
        <Note
          look={weakens(weaker_if, before, to) ? 'warn' : 'info'}
          title={`${settingChange(setting, before, to)}.`}
        >
          {weakens(weaker_if, before, to)
            ? 'It weakens a guard or redirects money: a second operator has to approve it.'
            : 'All servers apply it within two seconds.'}
        </Note>
      ) : (
        <p className="text-sm wrap-anywhere text-ink-2">Now: {settingEffect(setting, before)}.</p>
      )}
    </div>
  );
}
