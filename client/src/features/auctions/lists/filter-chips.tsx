import { useId } from 'react';
import { classNames } from '../../../ui/class-names.ts';

interface FilterChipsProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  chips: readonly { value: Value; name: string; count: number }[];
}

/** Filters with the number of items of each, built on native radio buttons. */
export function FilterChips<Value extends string>({
  label,
  value,
  onChange,
  chips,
}: FilterChipsProps<Value>) {
  const name = useId();
  return (
    <fieldset className="no-scrollbar relative -mx-4 flex min-w-0 gap-2 overflow-x-auto px-4 py-0.5 lg:mx-0 lg:px-0">
      <legend className="sr-only">{label}</legend>
      {chips.map((chip) => (
        <label
          key={chip.value}
          className={classNames(
            'relative inline-flex min-h-tap shrink-0 cursor-pointer items-center gap-2 rounded-full px-3.5 text-sm font-semibold',
            chip.value === value
              ? 'bg-ink text-on-ink'
              : 'bg-surface text-ink shadow-[inset_0_0_0_1px_var(--c-line)]',
          )}
        >
          <input
            type="radio"
            name={name}
            checked={chip.value === value}
            onChange={() => onChange(chip.value)}
            className="absolute inset-0 size-full cursor-pointer appearance-none rounded-full!"
          />
          {chip.name}
          <span className={chip.value === value ? 'font-normal' : 'font-normal text-ink-3'}>
            {chip.count}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
