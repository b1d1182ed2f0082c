import type { StatementLayout } from '@copup/shared/reconciliation.ts';

/** What is read of a line, in the order of the form. */
export const layoutParts = {
  day: 'Day',
  narration: 'Narration',
  more: 'More of the narration',
  amount: 'Amount with a sign',
  credit: 'Money in',
  debit: 'Money out',
  sender: 'Sender',
  reference: 'Reference of the bank',
  currency: 'Currency',
} as const;
export type LayoutPart = keyof typeof layoutParts;

/** Returns the column that has a part; null if none has it. */
export function columnOf(layout: StatementLayout, part: LayoutPart): number | null {
  if (part === 'narration' || part === 'more') return layout.narration[part === 'more' ? 1 : 0] ?? null;
  return layout[part];
}

/** Sets the column of a part. An amount with a sign replaces money in and money out, and the other way round. */
export function withColumn(
  layout: StatementLayout,
  part: LayoutPart,
  column: number | null,
): StatementLayout {
  const { narration } = layout;
  if (part === 'more')
    return { ...layout, narration: [...narration.slice(0, 1), ...(column === null ? [] : [column])] };
  if (part === 'narration') return { ...layout, narration: [column ?? 0, ...narration.slice(1)] };
  const others =
    column === null
      ? {}
      : part === 'amount'
        ? { credit: null, debit: null }
        : /^(credit|debit)$/.test(part)
          ? { amount: null }
          : {};
  return { ...layout, ...others, [part]: column };
}

/** Whether the file can be read by it: it names the amount, or both directions. */
export const isWhole = ({ amount, credit, debit }: StatementLayout): boolean =>
  amount !== null || (credit !== null && debit !== null);
