import { Tabs as RadixTabs } from 'radix-ui';
import type { ReactNode } from 'react';

interface TabsProps<Value extends string> {
  label: string;
  /** What is chosen; the page keeps it in the address. */
  value: Value;
  onChange: (value: Value) => void;
  tabs: readonly { value: Value; name: string }[];
  /** What the chosen tab shows. */
  children: ReactNode;
}

/** A track with a raised thumb; arrow keys, Home and End move it. */
export function Tabs<Value extends string>({ label, value, onChange, tabs, children }: TabsProps<Value>) {
  return (
    <RadixTabs.Root
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      className="grid grid-cols-[minmax(0,1fr)] gap-3.5 lg:gap-5.5"
    >
      <RadixTabs.List
        aria-label={label}
        className="flex w-full max-w-[480px] gap-1 rounded-[16px] bg-sunken p-1"
      >
        {tabs.map((tab) => (
          <RadixTabs.Trigger
            key={tab.value}
            value={tab.value}
            className="grid min-h-tap flex-1 place-items-center rounded-[12px] px-2.5 text-sm font-semibold text-ink-2 transition-colors duration-(--dur-state) data-[state=active]:bg-surface data-[state=active]:text-ink data-[state=active]:shadow-[var(--sh-1),0_1px_3px_rgb(15_21_48/0.12)] dark:data-[state=active]:bg-brand-soft dark:data-[state=active]:text-white"
          >
            {tab.name}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {/* What it shows begins with a heading or cards of its own, which take the focus next. */}
      <RadixTabs.Content
        value={value}
        tabIndex={-1}
        className="grid grid-cols-[minmax(0,1fr)] gap-3.5 outline-none lg:gap-5.5"
      >
        {children}
      </RadixTabs.Content>
    </RadixTabs.Root>
  );
}
