import { formatNumber } from '@copup/shared/coins.ts';
import { useState } from 'react';
import { changedDigits } from './changed-digits.ts';

const leastBetweenRollsMs = 500;

interface RollingNumberProps {
  value: number;
  /** The accessible name in place of the bare number: "14,820 coins, 1,482,000 naira". */
  label: string;
}

interface Roll {
  /** The previous text; the same as `text` if no digit rolls. */
  before: string;
  text: string;
  count: number;
  rolledAtMs: number;
}

/**
 * A number whose changed digits roll up. The displayed number is always current; the animation is skipped if the last one started
 * less than half a second ago. The previous digit is drawn by the style sheet and is not text, and all digits have the same
 * width, so a change causes no layout around it.
 */
export function RollingNumber({ value, label }: RollingNumberProps) {
  const text = formatNumber(value);
  const [known, setKnown] = useState<Roll>({
    before: text,
    text,
    count: 0,
    rolledAtMs: Number.NEGATIVE_INFINITY,
  });
  const roll = known.text === text ? known : nextRoll(known, text, performance.now());
  if (roll !== known) setKnown(roll);
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

function nextRoll({ text: before, count, rolledAtMs }: Roll, text: string, nowMs: number): Roll {
  if (nowMs - rolledAtMs < leastBetweenRollsMs) return { before: text, text, count, rolledAtMs };
  return { before, text, count: count + 1, rolledAtMs: nowMs };
}
