import type { ReactNode } from 'react';
import { Radios } from './radios.tsx';

interface TabsProps<Value extends string> {
  label: string;
  /** The selected tab; the page keeps it in the address. */
  value: Value;
  onChange: (value: Value) => void;
  tabs: readonly { value: Value; name: ReactNode }[];
}

/** Tabs that filter the list below them. */
export function Tabs<Value extends string>({ label, value, onChange, tabs }: TabsProps<Value>) {
  return (
    <fieldset className="grid w-full max-w-[480px] grid-cols-[repeat(auto-fit,minmax(min(4.1rem,100%),1fr))] gap-1 rounded-[16px] bg-sunken p-1">
      <legend className="sr-only">{label}</legend>
      <Radios
        options={tabs}
        value={value}
        onChange={onChange}
        className="grid min-h-tap min-w-0 place-items-center rounded-[12px] px-1.5 text-sm font-semibold transition-colors duration-(--dur-state)"
        chosenClass="bg-surface text-ink shadow-[var(--sh-1),0_1px_3px_rgb(15_21_48/0.12)] dark:bg-brand-soft dark:text-white"
        otherClass="text-ink-2"
        corners="rounded-[12px]!"
      />
    </fieldset>
  );
}
