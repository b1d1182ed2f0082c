import { inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import type { Outlook, ReadOutlook } from '../../operators/consequences.ts';
import type { OrderKind, StoredOrder } from './order-kind.ts';

/** Returns a function that reads what the refund of an order would do. */
export const refundOutlook =
  <Row extends StoredOrder & { username: string }>(kind: OrderKind<Row>): ReadOutlook =>
  async (source, id): Promise<Outlook | undefined> => {
    const order = await kind.find(source, Number(id));
    if (!order) return undefined;
    const { status, username } = order;
    const { available, bonus } = kind.paidBy(order);
    const facts = { status, available, bonus };
    if (status === 'refunded')
      return { facts, lines: [{ icon: 'warn', text: 'This order is already refunded' }] };
    const coins = inCoins(available + bonus);
    return {
      facts,
      lines: [
        { icon: 'return', text: `${coins} go back to ${username} for ${isolate(order.itemName)}` },
        { icon: 'notice', text: `${username} reads your reason` },
        { icon: 'warn', text: 'This can’t be undone' },
      ],
    };
  };
