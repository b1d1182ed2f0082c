import { inCoins } from '@copup/shared/coins.ts';
import type { AdminPackage } from '@copup/shared/shop.ts';
import { type Column, flagColumn, momentColumn, numberColumn } from '../../../console/columns.tsx';
import { showNaira } from '../../../console/naira-field.ts';
import { RecordInput } from '../../../console/record-form.tsx';
import { RecordPage } from '../../../console/record-page.tsx';
import { RowPicture } from '../../../console/row-pictures.tsx';

const nameOf = ({ bid_points }: AdminPackage) => inCoins(bid_points);
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
  { ...flagColumn('Offered', (row) => row.is_active, ['Offered', 'Hidden']), isOnPhones: false },
  momentColumn('Changed', (row) => row.updated_at, 'updated_at'),
];

/** W13: the packages of the coin shop. */
export const Page = () => (
  <RecordPage<AdminPackage>
    name="package"
    columns={columns}
    nameOf={nameOf}
    subLine={(row) => showNaira(row.price)}
    titleOf={(row) => `Edit ${nameOf(row)}`}
    pictureOf={(row) => ({ name: row ? nameOf(row) : '', category: 'cash' })}
  >
    <RecordInput source="bid_points" label="Coins" />
    <RecordInput source="price" label="Price (naira)" />
    <RecordInput source="is_active" label="Offered" yes="In the coin shop" no="Hidden" />
  </RecordPage>
);
