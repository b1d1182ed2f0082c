import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import type { AdminTrader } from '@copup/shared/trades.ts';
import { errorsOfCoins } from '../../../console/draft.ts';
import { FormDialog } from '../../../console/form-dialog.tsx';
import { NumberInput, SelectInput, TextInput } from '../../../console/inputs.tsx';
import { isPending, waitsText } from '../../../console/pending.ts';
import { callOnce } from '../../../lib/calls.ts';
import { parseWholeNumber } from '../../../lib/whole-number.ts';

interface Fields {
  way: 'add' | 'withdraw';
  bid_points: string;
  reason: string;
}

/** Adds coins to a trader's stock from issuance, or withdraws them. Large amounts wait for a second operator (O3a). */
export function StockForm({ trader, onClose }: { trader: AdminTrader; onClose: () => void }) {
  return (
    <FormDialog<Fields>
      title={`Stock of ${isolate(trader.name)}`}
      onClose={onClose}
      defaultValues={{ way: 'add', bid_points: '', reason: '' }}
      validate={errorsOfCoins}
      submitName="Change stock"
      onSubmit={async ({ way, bid_points, reason }) => {
        const coins = parseWholeNumber(bid_points) ?? 0;
        const body = { bid_points: way === 'add' ? coins : -coins, reason: reason.trim() };
        const reply = await callOnce(`stock:${trader.id}`, 'POST /admin/traders/:id/stock', {
          params: { id: trader.id },
          body,
        });
        onClose();
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
