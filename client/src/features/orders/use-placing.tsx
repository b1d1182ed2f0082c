import type { CheckoutBody } from '@copup/shared/cart.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callOnce } from '../../lib/calls.ts';
import { showTopCard } from '../../lib/top-card.ts';
import type { WonItem } from './carts.ts';
import { OrderPlaced } from './order-placed.tsx';

interface Placement {
  items: readonly WonItem[];
  textsOf: (items: readonly WonItem[]) => CheckoutBody;
}

const keys = { auction: ['cart', 'orders'], heist: ['heist-cart', 'heist-orders'] };

export type Placing = ReturnType<typeof usePlacing>['placing'];

/** Orders each cart by its own call. If the second one fails, `placed` is what the first one ordered, once. */
export function usePlacing() {
  const queries = useQueryClient();
  const [placed, setPlaced] = useState<readonly WonItem[]>([]);
  const [success, setSuccess] = useState<{ title: string; to: string } | null>(null);
  const placing = useMutation({
    async mutationFn({ items, textsOf }: Placement) {
      const auctions = items.filter(({ kind }) => kind === 'auction');
      const heists = items.filter(({ kind }) => kind === 'heist');
      let message = '';
      if (auctions.length > 0) {
        ({ message } = await callOnce('checkout', 'POST /cart/checkout', { body: textsOf(auctions) }));
        if (heists.length > 0) setPlaced(auctions);
      }
      if (heists.length > 0) {
        const { address, contactInfo } = textsOf(heists);
        const body = { address: [address, contactInfo].filter(Boolean).join('\n') };
        ({ message } = await callOnce('heist-checkout', 'POST /hurt/checkout', { body }));
      }
      return message || 'Order placed successfully';
    },
    onSuccess(title, { items }) {
      const all = [...placed.filter((item) => !items.includes(item)), ...items];
      const to = all.some(({ kind }) => kind === 'auction') ? paths.orders : paths.heistOrders;
      setSuccess({ title, to });
      const [first, ...others] = all;
      if (first) showTopCard(<OrderPlaced headline={title} items={[first, ...others]} ordersPath={to} />);
      for (const { kind } of all) queries.setQueriesData({ queryKey: [keys[kind][0]] }, []);
      for (const key of Object.values(keys).flat()) void queries.invalidateQueries({ queryKey: [key] });
    },
  });
  return { placed, success, placing };
}
