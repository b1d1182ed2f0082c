import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import type { AdminTrader } from '@copup/shared/trades.ts';
import { type Column, flagColumn, numberColumn } from '../../../console/columns.tsx';
import { coinsIn, errorsOfCoins } from '../../../console/draft.ts';
import { searchFilter } from '../../../console/filters.ts';
import { FormDialog } from '../../../console/form-dialog.tsx';
import { NumberInput, SelectInput, TextInput } from '../../../console/inputs.tsx';
import { showNaira } from '../../../console/naira-field.ts';
import { isPending, waitsText } from '../../../console/pending.ts';
import type { RecordTexts } from '../../../console/record-fields.ts';
import { RecordInput } from '../../../console/record-form.tsx';
import { RecordPage } from '../../../console/record-page.tsx';
import { opening } from '../../../console/row-actions.tsx';
import { callOnce } from '../../../lib/calls.ts';
import { Avatar } from '../../../ui/art/avatar.tsx';

const columns: Column<AdminTrader>[] = [
  {
    name: 'Trader',
    cell: (row) => row.name,
    sort: 'name',
    isName: true,
    picture: ({ name }) => <Avatar name={name} username={name} size={36} />,
  },
  { name: 'Price', cell: (row) => showNaira(row.price), sort: 'price', isNumber: true },
  numberColumn('Stock', (row) => row.stock),
  numberColumn('Reserved', (row) => row.reserved),
  { name: 'Limits', cell: (row) => `${row.min}–${row.max}` },
  numberColumn('Trades', (row) => row.trades),
  { name: 'Rating', cell: (row) => row.rating?.toFixed(1) ?? 'New', isNumber: true },
  { name: 'User', cell: (row) => row.username ?? '–' },
  flagColumn('Status', (row) => row.is_active, ['Active', 'Hidden']),
];

const errorsOf = ({ min = '', max = '' }: RecordTexts): Partial<RecordTexts> =>
  coinsIn(min) > coinsIn(max) ? { max: 'The maximum must not be below the minimum.' } : {};

/** W16: traders of the P2P market, with their stock of coins. */
export const Page = () => (
  <RecordPage<AdminTrader>
    name="trader"
    filters={[searchFilter('Find a trader')]}
    columns={columns}
    nameOf={(row) => row.name}
    subLine={(row) => `${showNaira(row.price)} a coin, ${row.stock} in stock`}
    actions={(row, edit, show) => [
      opening(
        show,
        'Stock',
        `Stock of ${isolate(row.name)}`,
        (onClose) => <StockForm trader={row} onClose={onClose} />,
        'POST /admin/traders/:id/stock',
      ),
      edit,
    ]}
    errorsOf={errorsOf}
    waiting={({ name = '' }) => `Changing ${name.trim()}`}
    initial={{ payment_method: 'Bank transfer' }}
  >
    <RecordInput source="name" label="Name" />
    <div className="grid grid-cols-2 items-start gap-3">
      <RecordInput source="price" label="Price (naira a coin)" />
      <RecordInput source="is_active" label="In the market" yes="Active" no="Hidden" />
      <RecordInput source="min" label="Minimum (coins)" />
      <RecordInput source="max" label="Maximum (coins)" />
    </div>
    <RecordInput source="payment_method" label="Payment method" />
    <RecordInput source="bank_name" label="Bank" hint="The one that buyers pay to" />
    <RecordInput source="account_name" label="Account name" />
    <RecordInput source="account_number" label="Account number" inputMode="numeric" />
    <RecordInput
      source="user_id"
      label="User’s id"
      hint="The user who sells, and who cannot buy from themselves"
    />
  </RecordPage>
);

interface Fields {
  way: 'add' | 'withdraw';
  bid_points: string;
  reason: string;
}

/** Adds coins to a trader's stock from issuance, or withdraws them. Large amounts wait for a second operator (O3a). */
function StockForm({ trader, onClose }: { trader: AdminTrader; onClose: () => void }) {
  return (
    <FormDialog<Fields>
      title={`Stock of ${isolate(trader.name)}`}
      onClose={onClose}
      defaultValues={{ way: 'add', bid_points: '', reason: '' }}
      validate={errorsOfCoins}
      submitName="Change stock"
      onSubmit={async ({ way, bid_points, reason }) => {
        const coins = coinsIn(bid_points);
        const body = { bid_points: way === 'add' ? coins : -coins, reason: reason.trim() };
        const reply = await callOnce(`stock:${trader.id}`, 'POST /admin/traders/:id/stock', {
          params: { id: trader.id },
          body,
        });
        if (isPending(reply)) return waitsText(`Changing the stock of ${isolate(trader.name)}`);
        return `${inCoins(coins)} ${way === 'add' ? 'added to' : 'withdrawn from'} ${isolate(trader.name)}`;
      }}
    >
      <p className="text-sm text-ink-2">
        {isolate(trader.name)} has {inCoins(trader.stock)} in stock and {formatNumber(trader.reserved)}{' '}
        reserved by trades.
      </p>
      <SelectInput source="way" label="What to do">
        <option value="add">Add coins</option>
        <option value="withdraw">Withdraw coins</option>
      </SelectInput>
      <NumberInput source="bid_points" label="Coins" required />
      <TextInput source="reason" label="Reason" required maxLength={500} />
    </FormDialog>
  );
}
