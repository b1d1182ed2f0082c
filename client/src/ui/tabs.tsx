import { useId } from 'react';
import { classNames } from './class-names.ts';

interface TabsProps<Value extends string> {
  label: string;
  /** The selected tab; the page keeps it in the address. */
  value: Value;
  onChange: (value: Value) => void;
  tabs: readonly { value: Value; name: string }[];
}

/**
 * Tabs that filter the list below them, built on native radio buttons: one stop for the Tab key, and the arrow keys select,
 * without a script.
 */
export function Tabs<Value extends string>({ label, value, onChange, tabs }: TabsProps<Value>) {
  const name = useId();
  return (
    <fieldset className="grid w-full max-w-[480px] grid-cols-[repeat(auto-fit,minmax(min(4.1rem,100%),1fr))] gap-1 rounded-[16px] bg-sunken p-1">
      <legend className="sr-only">{label}</legend>
      {tabs.map((tab) => (
        <label
          key={tab.value}
          className={classNames(
            'relative grid min-h-tap min-w-0 cursor-pointer place-items-center rounded-[12px] px-1.5 text-sm font-semibold transition-colors duration-(--dur-state)',
            tab.value === value
              ? 'bg-surface text-ink shadow-[var(--sh-1),0_1px_3px_rgb(15_21_48/0.12)] dark:bg-brand-soft dark:text-white'
              : 'text-ink-2',
          )}
        >
          <input
            type="radio"
            name={name}
            checked={tab.value === value}
            onChange={() => onChange(tab.value)}
            className="absolute inset-0 size-full cursor-pointer appearance-none rounded-[12px]!"
          />
          {tab.name}
        </label>
      ))}
    </fieldset>
  );
}
