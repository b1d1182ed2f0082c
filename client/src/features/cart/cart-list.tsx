import type { CartItem } from '@copup/shared/cart.ts';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ItemPicture } from '../../ui/item-picture.tsx';

export function CartList({ items }: { items: CartItem[] }) {
  return (
    <Card>
      <ul className="divide-y divide-line" aria-label="Cart">
        {items.map((item) => (
          <li key={item.id} className="flex min-h-15 flex-wrap items-center gap-3 px-4 py-2.5">
            <ItemPicture
              name={item.name}
              category={item.category}
              image={item.image}
              sizes="56px"
              className="size-14"
            />
            <span className="min-w-0 flex-[1_1_min(9rem,55vw)] font-semibold wrap-anywhere">{item.name}</span>
            <Chip>{item.category}</Chip>
          </li>
        ))}
      </ul>
    </Card>
  );
}
