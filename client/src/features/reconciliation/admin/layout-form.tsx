import type { StatementLayout, StatementPreview } from '@copup/shared/reconciliation.ts';
import { Field, Select } from '../../../ui/field.tsx';
import { columnOf, type LayoutPart, layoutParts, withColumn } from './layout.ts';

const MOST_SKIPPED = 49;
const dayOrders = [
  ['dmy', 'Day, month, year'],
  ['mdy', 'Month, day, year'],
  ['ymd', 'Year, month, day'],
] as const;
const NONE = '';
const required: readonly string[] = ['day', 'narration'];

interface LayoutFormProps {
  cells: StatementPreview['cells'];
  layout: StatementLayout;
  onChange: (layout: StatementLayout) => void;
}

/** Which column of the bank has what. Each column is offered with its heading and its first value. */
export function LayoutForm({ cells, layout, onChange }: LayoutFormProps) {
  const { skip } = layout;
  const width = Math.max(0, ...cells.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, nth) => {
    const shown = [cells[skip - 1]?.[nth], cells[skip]?.[nth]].map((text) => text?.trim()).filter(Boolean);
    return [String(nth), shown.join(': ') || `Column ${nth + 1}`] as const;
  });
  return (
    <section
      aria-label="Columns of the file"
      className="grid gap-3 rounded-lg border border-line bg-surface p-4 sm:grid-cols-2"
    >
      {(Object.keys(layoutParts) as LayoutPart[]).map((part) => (
        <Select
          key={part}
          label={layoutParts[part]}
          value={String(columnOf(layout, part) ?? NONE)}
          options={required.includes(part) ? columns : [[NONE, 'Not in the file'], ...columns]}
          onChange={(value) => onChange(withColumn(layout, part, value === NONE ? null : Number(value)))}
        />
      ))}
      <Select
        label="Days are written"
        value={layout.day_order}
        options={dayOrders}
        onChange={(order) => onChange({ ...layout, day_order: order as StatementLayout['day_order'] })}
      />
      <Field
        label="Rows above the lines"
        type="number"
        min={0}
        max={MOST_SKIPPED}
        value={skip}
        onChange={({ target: { value } }) =>
          onChange({ ...layout, skip: Math.min(Math.max(Math.trunc(Number(value)), 0), MOST_SKIPPED) })
        }
      />
    </section>
  );
}
