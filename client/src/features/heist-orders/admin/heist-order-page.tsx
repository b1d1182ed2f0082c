import { inCoins } from '@copup/shared/coins.ts';
import type { AdminHeistOrder } from '@copup/shared/heist-orders.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import { ItemCard, ItemFacts, ItemPage } from '../../../console/items/item-page.tsx';
import { showLagos } from '../../../console/items/lagos-time.ts';
import { OrderActions } from '../../../console/items/order-actions.tsx';
import { statusWord } from '../../../console/status-word.ts';
import { Chip } from '../../../ui/chip.tsx';
import { looks, moves } from './heist-order-words.ts';

/** O1: one order of a prize won in a heist. */
export function Page() {
  return (
    <ItemPage<AdminHeistOrder>
      kind="heist-order"
      resource="heist-orders"
      list={{ to: operatorPath(operatorPaths.heistOrders), name: 'Heist orders' }}
      titleOf={({ order_id }) => `Heist order ${order_id}`}
      status={({ status }) => <Chip look={looks[status]}>{statusWord(status)}</Chip>}
      subLine={({ heist_prize, username }) => `${isolate(heist_prize)}, won by ${username}`}
      main={(order) => (
        <ItemCard title="Order">
          <ItemFacts
            facts={[
              ['Heist', order.heist_name],
              ['Prize', `${isolate(order.heist_prize)}, ${inCoins(order.prize)}`],
              ['Paid for the ticket', inCoins(order.ticket_paid)],
              ['Winner', order.username],
              ['Deliver to', order.address],
              ['Placed', showLagos(order.created_at, 0)],
              ['Changed', showLagos(order.updated_at, 0)],
            ]}
          />
        </ItemCard>
      )}
      side={(order) => (
        <OrderActions
          resource="heist-orders"
          order={order}
          itemOf={({ heist_name }) => heist_name}
          moves={moves}
          refundOf={({ ticket_paid }) => ticket_paid}
        />
      )}
    />
  );
}
