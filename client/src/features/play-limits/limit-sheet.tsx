import { formatNumber, inCoins, MAX_AMOUNT } from '@copup/shared/coins.ts';
import type { PlayLimit, PlayLimitsBody } from '@copup/shared/play-limits.ts';
import { type FormEvent, useState } from 'react';
import { issueOf } from '../../lib/api-error.ts';
import { call } from '../../lib/calls.ts';
import { parseWholeNumber } from '../../lib/whole-number.ts';
import { Failure, Submit } from '../../parts/form-parts.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { toast } from '../../ui/toast.ts';
import { usePlayLimitsChange } from './use-play-limits.ts';

interface LimitSheetProps {
  period: 'day' | 'week';
  limit: PlayLimit;
  onClose: () => void;
}

/** G1: sets, lowers, raises or removes one limit, and shows when the change applies. */
export function LimitSheet({ period, limit, onClose }: LimitSheetProps) {
  const [typed, setTyped] = useState(limit.coins === null ? '' : formatNumber(limit.coins));
  const [error, setError] = useState<string>();
  const title = period === 'day' ? 'Daily limit' : 'Weekly limit';
  const changing = usePlayLimitsChange((body: PlayLimitsBody) => call('PUT /user/limits', { body }), onClose);
  const coins = parseWholeNumber(typed);
  const change = (wanted: number | null) =>
    changing.mutate(
      { [period]: wanted },
      { onSuccess: () => toast.success(doneText(title, limit.coins, wanted)) },
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (coins === undefined || coins < 1 || coins > MAX_AMOUNT)
      return setError(`Enter a whole number from 1 to ${formatNumber(MAX_AMOUNT)}.`);
    change(coins);
  };
  return (
    <Modal title={title} onClose={onClose} isBusy={changing.isPending}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <p className="text-ink-2">
          Entry fees, tickets, stakes and bids that lead or win count. Refunds are taken off.
        </p>
        {issueOf(changing.error, period) ? null : (
          <Failure error={changing.error} text="The limit could not be changed" />
        )}
        <Field
          label={`Coins a ${period}`}
          name="coins"
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setError(undefined);
          }}
          error={error ?? issueOf(changing.error, period)}
          hint={whenText(limit.coins, coins)}
        />
        <Submit busy={changing.isPending}>Save</Submit>
        {limit.coins === null ? null : (
          <Button look="ghost" disabled={changing.isPending} onClick={() => change(null)}>
            Remove the limit after 24 hours
          </Button>
        )}
      </form>
    </Modal>
  );
}

/** Returns the text about when the typed limit applies. */
function whenText(current: number | null, wanted: number | undefined): string {
  if (wanted === undefined || wanted === current)
    return 'A lower limit counts at once. A higher one counts after 24 hours.';
  return current === null || wanted < current ? 'It counts at once.' : 'It counts after 24 hours.';
}

function doneText(title: string, current: number | null, wanted: number | null): string {
  if (wanted === null) return `${title} ends after 24 hours`;
  if (current !== null && wanted > current) return `${title} is ${inCoins(wanted)} after 24 hours`;
  return `${title} is ${inCoins(wanted)}`;
}
