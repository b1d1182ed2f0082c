import { useChoices } from '../../lib/use-choices.ts';
import { Tabs } from '../../ui/tabs.tsx';
import type { Category } from './api.ts';

const all = 'all';
const tabs = [
  { value: all, name: 'All' },
  { value: 'cash', name: 'Cash' },
  { value: 'product', name: 'Product' },
  { value: 'coupon', name: 'Coupon' },
] as const;
type TabValue = (typeof tabs)[number]['value'];

/** The chosen category is in the address, so that it can be shared and survives a reload. */
export function CategoryTabs({ chosen }: { chosen: Category }) {
  const [, setSearch] = useChoices();
  return (
    <Tabs<TabValue>
      label="Category"
      value={chosen === '' ? all : chosen}
      onChange={(value) => setSearch(value === all ? {} : { category: value })}
      tabs={tabs}
    />
  );
}
