import { Card } from './card.tsx';
import { Chip } from './chip.tsx';
import { ItemPicture } from './item-picture.tsx';

interface WonItem {
  id: number;
  name: string;
  /** Below the name. */
  note?: string;
  category: string;
  image: string;
}

/** The items in a cart. */
export function WonItems({ items }: { items: readonly WonItem[] }) {
  return (
    <Card>
      <ul className="divide-y divide-line" aria-label="Cart">
        {items.map((item) => (
          <li key={item.id} className="flex min-h-15 flex-wrap items-center gap-3 px-4 py-2.5">
            <ItemPicture item={{ ...item, name: item.note ?? item.name }} sizes="56px" className="size-14" />
            <span className="min-w-0 flex-[1_1_min(9rem,55vw)] wrap-anywhere">
              <span className="block font-semibold">{item.name}</span>
              {item.note === undefined ? null : <span className="block text-sm text-ink-2">{item.note}</span>}
            </span>
            <Chip>{item.category}</Chip>
          </li>
        ))}
      </ul>
    </Card>
  );
}
