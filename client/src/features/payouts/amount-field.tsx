import { formatNaira, formatNumber } from '@copup/shared/coins.ts';
import type { PayoutTerms } from '@copup/shared/payouts.ts';
import { useId } from 'react';
import { parseWholeNumber } from '../../lib/whole-number.ts';
import { Coin } from '../../ui/art/coin.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FieldNotes } from '../../ui/field.tsx';
import { highestOf } from './payout-fields.ts';

interface AmountFieldProps {
  value: string;
  onChange: (text: string) => void;
  terms: PayoutTerms;
  error: string | undefined;
}

/** The amount in coins; the naira follow as it is typed. */
export function AmountField({ value, onChange, terms, error }: AmountFieldProps) {
  const id = useId();
  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between gap-2 text-sm">
        <label htmlFor={id} className="font-semibold">
          Amount of Coin
        </label>
        <span id={`${id}-range`} className="text-ink-3">
          {`${formatNumber(terms.minimum)} to ${formatNumber(highestOf(terms))}`}
        </span>
      </div>
      <div
        className={classNames(
          'flex min-h-19 items-center gap-2.5 rounded-[18px] bg-surface px-4 focus-within:shadow-[inset_0_0_0_2px_var(--c-brand),0_0_0_4px_var(--c-brand-soft)] lg:min-h-23',
          error ? 'shadow-[inset_0_0_0_2px_var(--c-danger)]' : 'ctl-line',
        )}
      >
        <Coin className="size-8 shrink-0" />
        <input
          id={id}
          name="amount"
          inputMode="numeric"
          autoComplete="off"
          required
          maxLength={13}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error ${id}-range` : `${id}-range`}
          className="w-full min-w-0 flex-1 bg-transparent font-display text-[2.25rem] leading-none font-bold tracking-tight outline-none lg:text-[2.75rem]"
        />
        <output htmlFor={id} className="shrink-0 text-right leading-tight">
          <b className="block font-display text-xl">
            {formatNaira((parseWholeNumber(value) ?? 0) * terms.rate)}
          </b>
          <span className="text-xs text-ink-3">to your bank</span>
        </output>
      </div>
      <FieldNotes id={id} error={error} />
    </div>
  );
}
