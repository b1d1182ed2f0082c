import { formatNumber } from '@copup/shared/coins.ts';
import { useState } from 'react';
import { changedDigits } from './changed-digits.ts';
import { useCoalesced } from './use-coalesced.ts';

const leastBetweenRollsMs = 500;

interface RollingNumberProps {
  value: number;
  /** Said in place of the bare number: "14,820 coins, 1,482,000 naira". */
  label: string;
}

/**
 * A number whose changed digits roll up, at most twice a second. The digit that leaves is drawn by the style sheet
 * and is no text, and every digit is as wide as any other, so nothing around it is laid out again.
 */
export function RollingNumber({ value, label }: RollingNumberProps) {
  const text = formatNumber(useCoalesced(value, leastBetweenRollsMs));
  const [roll, setRoll] = useState({ before: text, text, count: 0 });
  if (roll.text !== text) setRoll({ before: roll.text, text, count: roll.count + 1 });
  return (
    <span role="img" aria-label={label} className="inline-flex">
      {changedDigits(roll.before, roll.text).map(({ place, sign, was }) =>
        was === undefined ? (
          <span key={place}>{sign}</span>
        ) : (
          <span
            key={`${place}:${roll.count}`}
            data-was={was}
            className="relative before:absolute before:inset-0 before:animate-roll-out before:opacity-0 before:content-[attr(data-was)]"
          >
            <span className="inline-block animate-roll-in">{sign}</span>
          </span>
        ),
      )}
    </span>
  );
}
