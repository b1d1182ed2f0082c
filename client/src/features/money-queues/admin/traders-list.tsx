import { isolate } from '@copup/shared/isolate.ts';
import type { AdminTrader } from '@copup/shared/trades.ts';
import { useState } from 'react';
import { type Column, numberColumn } from '../../../console/columns.tsx';
import { searchFilter } from '../../../console/filters.ts';
import { RecordsList } from '../../../console/records-list.tsx';
import { RowAvatar } from '../../../console/row-pictures.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { showNaira } from './naira-field.ts';
import { StockForm } from './stock-form.tsx';
import { TraderForm } from './trader-form.tsx';

const columns: Column<AdminTrader>[] = [
  {
    name: 'Trader',
    cell: (row) => row.name,
    sort: 'name',
    isName: true,
    picture: ({ name }) => <RowAvatar name={name} />,
  },
  { name: 'Price', cell: (row) => showNaira(row.price), sort: 'price', isNumber: true },
  numberColumn('Stock', (row) => row.stock),
  numberColumn('Reserved', (row) => row.reserved),
  { name: 'Limits', cell: (row) => `${row.min}–${row.max}` },
  numberColumn('Trades', (row) => row.trades),
  { name: 'Rating', cell: (row) => row.rating?.toFixed(1) ?? 'New', isNumber: true },
  { name: 'User', cell: (row) => row.username ?? '–' },
  {
    name: 'Status',
    cell: (row) => <Chip look={row.is_active ? 'ok' : 'plain'}>{row.is_active ? 'Active' : 'Hidden'}</Chip>,
    isOnPhones: true,
  },
];

type Shown = { kind: 'nothing' | 'new' } | { kind: 'edit' | 'stock'; trader: AdminTrader };

/** W16: traders of the P2P market, with their stock of coins. */
export function Page() {
  const [shown, setShown] = useState<Shown>({ kind: 'nothing' });
  const close = () => setShown({ kind: 'nothing' });
  return (
    <>
      <RecordsList<AdminTrader>
        resource="traders"
        label="Traders"
        filters={[searchFilter('Find a trader')]}
        columns={columns}
        nameOf={(row) => row.name}
        subLine={(row) => `${showNaira(row.price)} a coin, ${row.stock} in stock`}
        create={{ name: 'New trader', onPress: () => setShown({ kind: 'new' }) }}
        actions={(row) => [
          {
            name: 'Stock',
            label: `Stock of ${isolate(row.name)}`,
            onPress: () => setShown({ kind: 'stock', trader: row }),
          },
          {
            name: 'Edit',
            label: `Edit ${isolate(row.name)}`,
            onPress: () => setShown({ kind: 'edit', trader: row }),
          },
        ]}
      />
      {shown.kind === 'new' ? <TraderForm onClose={close} /> : null}
      {shown.kind === 'edit' ? <TraderForm record={shown.trader} onClose={close} /> : null}
      {shown.kind === 'stock' ? <StockForm trader={shown.trader} onClose={close} /> : null}
    </>
  );
}
