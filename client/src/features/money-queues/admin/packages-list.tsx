import { inCoins, MAX_AMOUNT } from '@copup/shared/coins.ts';
import type { AdminPackage, NewPackageBody } from '@copup/shared/shop.ts';
import { useState } from 'react';
import { type Column, momentColumn, numberColumn } from '../../../console/columns.tsx';
import { errorOfNumber } from '../../../console/draft.ts';
import { FormDialog } from '../../../console/form-dialog.tsx';
import { NumberInput, SelectInput } from '../../../console/inputs.tsx';
import { PictureInput } from '../../../console/picture-input.tsx';
import { RecordsList } from '../../../console/records-list.tsx';
import { RowPicture } from '../../../console/row-pictures.tsx';
import { useSavedRecord } from '../../../console/use-saved-record.ts';
import { parseWholeNumber } from '../../../lib/whole-number.ts';
import { Chip } from '../../../ui/chip.tsx';
import { nairaError, parseNaira, showNaira } from './naira-field.ts';

const columns: Column<AdminPackage>[] = [
  {
    name: 'Package',
    cell: nameOf,
    isName: true,
    picture: (row) => <RowPicture name={nameOf(row)} category="cash" image={row.image} />,
  },
  numberColumn('Coins', (row) => row.bid_points, 'bid_points'),
  { name: 'Price', cell: (row) => showNaira(row.price), isNumber: true, isOnPhones: true },
  { name: 'Per coin', cell: (row) => showNaira(row.price / row.bid_points), isNumber: true },
  {
    name: 'Offered',
    cell: (row) => <Chip look={row.is_active ? 'ok' : 'plain'}>{row.is_active ? 'Offered' : 'Hidden'}</Chip>,
  },
  momentColumn('Changed', (row) => row.updated_at, 'updated_at'),
];

function nameOf({ bid_points }: AdminPackage): string {
  return inCoins(bid_points);
}

type Shown = 'nothing' | 'new' | AdminPackage;

/** W13: the packages of the coin shop. */
export function Page() {
  const [shown, setShown] = useState<Shown>('nothing');
  return (
    <>
      <RecordsList<AdminPackage>
        resource="packages"
        label="Packages"
        columns={columns}
        nameOf={nameOf}
        subLine={(row) => showNaira(row.price)}
        create={{ name: 'New package', onPress: () => setShown('new') }}
        actions={(row) => [{ name: 'Edit', label: `Edit ${nameOf(row)}`, onPress: () => setShown(row) }]}
      />
      {shown === 'nothing' ? null : (
        <PackageForm {...(shown !== 'new' && { record: shown })} onClose={() => setShown('nothing')} />
      )}
    </>
  );
}

interface Fields {
  bid_points: string;
  price: string;
  is_active: string;
  image: File | null;
}

function PackageForm({ record, onClose }: { record?: AdminPackage; onClose: () => void }) {
  const { save } = useSavedRecord<AdminPackage>('packages', 'package', record);
  const [defaultValues] = useState<Fields>(() => ({
    bid_points: record ? String(record.bid_points) : '',
    price: record ? String(record.price) : '',
    is_active: record?.is_active === false ? 'no' : 'yes',
    image: null,
  }));
  return (
    <FormDialog<Fields>
      title={record ? `Edit ${nameOf(record)}` : 'New package'}
      onClose={onClose}
      defaultValues={defaultValues}
      validate={({ bid_points, price }) => {
        const coins = errorOfNumber(bid_points, { min: 1, max: MAX_AMOUNT });
        const naira = nairaError(price);
        return { ...(coins && { bid_points: coins }), ...(naira && { price: naira }) };
      }}
      submitName={record ? 'Save' : 'Create package'}
      onSubmit={async (fields) => {
        const body: NewPackageBody = {
          bid_points: parseWholeNumber(fields.bid_points) ?? 0,
          price: parseNaira(fields.price) ?? 0,
          is_active: fields.is_active === 'yes',
        };
        const done = await save(() => body, fields.image);
        onClose();
        return done;
      }}
    >
      <NumberInput source="bid_points" label="Coins" required />
      <NumberInput source="price" label="Price (naira)" required inputMode="decimal" />
      <SelectInput source="is_active" label="Offered">
        <option value="yes">In the coin shop</option>
        <option value="no">Hidden</option>
      </SelectInput>
      <PictureInput
        source="image"
        current={record?.image ?? ''}
        name={record ? nameOf(record) : ''}
        category="cash"
      />
    </FormDialog>
  );
}
