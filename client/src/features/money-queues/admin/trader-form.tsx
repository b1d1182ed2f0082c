import { MAX_AMOUNT } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import type { AdminTrader } from '@copup/shared/trades.ts';
import { useState } from 'react';
import { errorOfNumber } from '../../../console/draft.ts';
import { FormDialog } from '../../../console/form-dialog.tsx';
import { NumberInput, SelectInput, TextInput } from '../../../console/inputs.tsx';
import { isWaiting, waitsText } from '../../../console/pending.ts';
import { useSave } from '../../../console/use-save.ts';
import { parseWholeNumber } from '../../../lib/whole-number.ts';
import { nairaError, parseNaira } from './naira-field.ts';

type Name =
  | 'name'
  | 'user_id'
  | 'price'
  | 'min'
  | 'max'
  | 'payment_method'
  | 'account_name'
  | 'account_number';
type Fields = Record<Name | 'is_active', string>;

const wholeRange = { min: 1, max: MAX_AMOUNT };
const required = ['name', 'payment_method', 'account_name'] as const;

function errorsOf(fields: Fields): Partial<Fields> {
  const errors: Partial<Fields> = {};
  for (const name of required) if (fields[name].trim() === '') errors[name] = 'Enter a text.';
  for (const name of ['min', 'max'] as const) {
    const error = errorOfNumber(fields[name], wholeRange);
    if (error) errors[name] = error;
  }
  const price = nairaError(fields.price);
  if (price) errors.price = price;
  if (!errors.min && !errors.max && (parseWholeNumber(fields.min) ?? 0) > (parseWholeNumber(fields.max) ?? 0))
    errors.max = 'The maximum must not be below the minimum.';
  if (!/^\d{10}$/.test(fields.account_number)) errors.account_number = 'An account number has 10 digits.';
  if (fields.user_id.trim() !== '' && !/^[0-9a-f-]{36}$/i.test(fields.user_id.trim()))
    errors.user_id = 'Enter the id of a user, or nothing.';
  return errors;
}

/** Creates or edits a trader (W16). */
export function TraderForm({ record, onClose }: { record?: AdminTrader; onClose: () => void }) {
  const { create, update } = useSave<AdminTrader>('traders');
  const [defaultValues] = useState<Fields>(() => ({
    name: record?.name ?? '',
    user_id: record?.user_id ?? '',
    price: record ? String(record.price) : '',
    min: record ? String(record.min) : '',
    max: record ? String(record.max) : '',
    payment_method: record?.payment_method ?? 'Bank transfer',
    account_name: record?.account_name ?? '',
    account_number: record?.account_number ?? '',
    is_active: record?.is_active === false ? 'no' : 'yes',
  }));
  return (
    <FormDialog<Fields>
      title={record ? `Edit ${isolate(record.name)}` : 'New trader'}
      onClose={onClose}
      defaultValues={defaultValues}
      validate={errorsOf}
      submitName={record ? 'Save' : 'Create trader'}
      onSubmit={async (fields) => {
        const body = {
          name: fields.name.trim(),
          user_id: fields.user_id.trim() || null,
          price: parseNaira(fields.price),
          min: parseWholeNumber(fields.min),
          max: parseWholeNumber(fields.max),
          payment_method: fields.payment_method.trim(),
          account_name: fields.account_name.trim(),
          account_number: fields.account_number,
          is_active: fields.is_active === 'yes',
        };
        const saved = await (record ? update(record, body) : create(body));
        onClose();
        if (isWaiting(saved)) return waitsText(`Changing ${body.name}`);
        return record ? 'Trader saved' : 'Trader created';
      }}
    >
      <TextInput source="name" label="Name" required maxLength={60} />
      <div className="grid grid-cols-2 items-start gap-3">
        <NumberInput source="price" label="Price (naira a coin)" required inputMode="decimal" />
        <SelectInput source="is_active" label="In the market">
          <option value="yes">Active</option>
          <option value="no">Hidden</option>
        </SelectInput>
        <NumberInput source="min" label="Minimum (coins)" required />
        <NumberInput source="max" label="Maximum (coins)" required />
      </div>
      <TextInput source="payment_method" label="Payment method" required maxLength={60} />
      <TextInput source="account_name" label="Account name" required maxLength={100} />
      <TextInput source="account_number" label="Account number" required maxLength={10} inputMode="numeric" />
      <TextInput
        source="user_id"
        label="User’s id"
        aside="optional"
        hint="The user who sells, and who cannot buy from themselves"
      />
    </FormDialog>
  );
}
