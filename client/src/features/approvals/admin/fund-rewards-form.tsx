import type { Rewards } from '@copup/shared/admin.ts';
import { formatNumber, inCoins, MAX_AMOUNT } from '@copup/shared/coins.ts';
import { useQuery } from '@tanstack/react-query';
import { FormDialog } from '../../../console/form-dialog.tsx';
import { NumberInput, TextInput } from '../../../console/inputs.tsx';
import { waitsText } from '../../../console/pending.ts';
import { reasonError } from '../../../console/reason-form.tsx';
import { request } from '../../../lib/api.ts';
import { parseWholeNumber } from '../../../lib/whole-number.ts';
import { fundRewards } from './api.ts';

interface Funding {
  bid_points: string;
  reason: string;
}

/** The coins entered; 0 if the input is not a whole number. */
const coinsIn = (text: string): number => parseWholeNumber(text) ?? 0;

function errorsOfFunding({ bid_points, reason }: Funding): Partial<Record<keyof Funding, string>> {
  const points = coinsIn(bid_points);
  const isGood = points >= 1 && points <= MAX_AMOUNT;
  const why = reasonError(reason);
  return {
    ...(isGood ? {} : { bid_points: `Enter a whole number from 1 to ${formatNumber(MAX_AMOUNT)}.` }),
    ...(why ? { reason: why } : {}),
  };
}

/** O3a: requests coins for the rewards fund; a second operator must approve any amount. */
export function FundRewardsForm({ onClose }: { onClose: () => void }) {
  const { data } = useQuery({ queryKey: ['rewards'], queryFn: () => request<Rewards>('/admin/rewards') });
  return (
    <FormDialog<Funding>
      title="Fund rewards"
      onClose={onClose}
      defaultValues={{ bid_points: '', reason: '' }}
      validate={errorsOfFunding}
      submitName="Request"
      onSubmit={async ({ bid_points, reason }) => {
        const points = coinsIn(bid_points);
        await fundRewards({ bid_points: points, reason: reason.trim() });
        onClose();
        return waitsText(`Funding rewards with ${inCoins(points)}`);
      }}
    >
      <p className="text-sm text-ink-2">
        The fund holds {data ? inCoins(data.balance) : '…'}. A second operator has to approve the request.
      </p>
      <NumberInput source="bid_points" label="Coins" required />
      <TextInput source="reason" label="Reason" required maxLength={500} />
    </FormDialog>
  );
}
