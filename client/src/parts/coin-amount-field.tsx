import { formatNaira } from '@copup/shared/coins.ts';
import { groupAsTyped } from '../lib/group-as-typed.ts';
import { Coin } from '../ui/art/coin.tsx';
import { Field } from '../ui/field.tsx';

interface CoinAmountFieldProps {
  value: string;
  onChange: (text: string) => void;
  /** The limits, right of the label. */
  aside: string | undefined;
  error: string | undefined;
  /** What the coins are worth, and as what. */
  naira: number;
  note: string;
}

/** The amount of a send or a payout; its digits are grouped and the naira follow as it is typed. */
export function CoinAmountField({ onChange, naira, note, ...field }: CoinAmountFieldProps) {
  return (
    <Field
      {...field}
      label="Amount of Coin"
      name="amount"
      inputMode="numeric"
      autoComplete="off"
      required
      maxLength={13}
      onChange={({ target }) => onChange(groupAsTyped(target))}
      className="h-20 font-display *:[input]:text-3xl *:[input]:font-bold"
      icon={<Coin className="size-8" />}
      action={
        <output className="mr-2.5 grid text-right text-sm whitespace-nowrap">
          {formatNaira(naira)}
          <span className="text-xs text-ink-3">{note}</span>
        </output>
      }
    />
  );
}
