import type { Bank } from '@copup/shared/payouts.ts';
import { ChevronDown, CircleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { BankBadge } from './bank-badge.tsx';
import { BankSheet } from './bank-sheet.tsx';

interface BankFieldProps {
  banks: readonly Bank[];
  /** Code of the chosen bank, '' without one. */
  value: string;
  onChange: (code: string) => void;
  error: string | undefined;
}

/** A button that opens the list of banks. */
export function BankField({ banks, value, onChange, error }: BankFieldProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const bank = banks.find(({ code }) => code === value);
  return (
    <div>
      <p id={`${id}-label`} className="mb-1.5 text-sm font-semibold">
        Bank
      </p>
      <button
        type="button"
        name="bank"
        id={id}
        aria-haspopup="dialog"
        aria-labelledby={`${id}-label ${id}`}
        aria-describedby={error ? `${id}-error` : undefined}
        onClick={() => setIsOpen(true)}
        className={classNames(
          'flex min-h-ctl w-full items-center gap-3 rounded-md bg-surface px-3 text-left',
          error ? 'shadow-[inset_0_0_0_2px_var(--c-danger)]' : 'ctl-line',
        )}
      >
        {bank ? <BankBadge name={bank.name} /> : null}
        <span className={classNames('min-w-0 flex-1', bank ? 'font-semibold' : 'text-ink-3')}>
          {bank?.name ?? 'Choose your bank'}
        </span>
        <ChevronDown size={20} aria-hidden className="text-ink-2" />
      </button>
      {error ? (
        <p id={`${id}-error`} className="mt-1.5 flex gap-1.5 text-xs font-medium text-danger">
          <CircleAlert size={16} aria-hidden className="mt-px shrink-0" />
          {error}
        </p>
      ) : null}
      {isOpen ? (
        <BankSheet
          banks={banks}
          chosen={value}
          onChoose={(code) => {
            onChange(code);
            setIsOpen(false);
          }}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </div>
  );
}
