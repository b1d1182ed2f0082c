import { formatNumber } from '@copup/shared/coins.ts';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { parseCeiling } from './bid-guard.ts';

interface CeilingFieldProps {
  ceiling: number | null;
  onChange: (ceiling: number | null) => void;
}

/** "Up to": the player's limit for the cost of a bid, in case the price moves. */
export function CeilingField({ ceiling, onChange }: CeilingFieldProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState('');
  const parsed = parseCeiling(text);

  if (!isOpen) {
    return (
      <button
        type="button"
        aria-expanded={false}
        className="min-h-tap shrink-0 text-sm font-semibold text-brand"
        onClick={() => {
          setText(ceiling === null ? '' : formatNumber(ceiling));
          setIsOpen(true);
        }}
      >
        {ceiling === null ? 'Bid up to…' : `Up to ${formatNumber(ceiling)}`}
      </button>
    );
  }
  return (
    <form
      className="flex w-full flex-wrap items-end gap-2 *:first:flex-[1_1_9rem]"
      onSubmit={(event) => {
        event.preventDefault();
        if (parsed === undefined) return;
        onChange(parsed);
        setIsOpen(false);
      }}
    >
      <Field
        label="Bid up to"
        inputMode="numeric"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={parsed === undefined ? 'Enter a whole number of coins.' : undefined}
      />
      <Button look="ink" type="submit" disabled={parsed === undefined}>
        Set
      </Button>
      <Button
        look="line"
        onClick={() => {
          onChange(null);
          setIsOpen(false);
        }}
      >
        Clear
      </Button>
    </form>
  );
}
