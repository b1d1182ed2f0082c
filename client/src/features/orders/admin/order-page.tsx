import type { AdminOrder } from '@copup/shared/cart.ts';
import { inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import { capitalized } from '../../../console/capitalized.ts';
import { ItemCard, ItemFacts, ItemPage } from '../../../console/items/item-page.tsx';
import { showLagos } from '../../../console/items/lagos-time.ts';
import { OrderActions } from '../../../console/items/order-actions.tsx';
import { statusWord } from '../../../console/status-word.ts';
import { Chip } from '../../../ui/chip.tsx';
import { ItemPicture } from '../../../ui/item-picture.tsx';
import { looks, moves, proofOf } from './order-words.ts';

/** O1: one order of an item won in an auction. */
export function Page() {
  return (
    <ItemPage<AdminOrder>
      kind="order"
      resource="orders"
      list={{ to: operatorPath(operatorPaths.orders), name: 'Orders' }}
      titleOf={({ order_id }) => `Order ${order_id}`}
      picture={({ auction_name, auction_category, image }) => (
        <ItemPicture
          item={{ name: auction_name, category: auction_category, image }}
          sizes="56px"
          className="size-14"
        />
      )}
      status={({ status }) => <Chip look={looks[status]}>{statusWord(status)}</Chip>}
      subLine={({ auction_name, username }) => `${isolate(auction_name)}, won by ${username}`}
      main={(order) => (
        <ItemCard title="Order">
          <ItemFacts facts={factsOf(order)} />
        </ItemCard>
      )}
      side={(order) => (
        <OrderActions
          resource="orders"
          order={order}
          itemOf={({ auction_name }) => auction_name}
          moves={moves}
          refundOf={({ price_paid }) => price_paid}
          proofOf={proofOf}
        />
      )}
    />
  );
}

function factsOf(order: AdminOrder): [string, string | null][] {
  const moment = (iso: string | null) => (iso === null ? null : showLagos(iso, 0));
  return [
    ['Item', order.auction_name],
    ['Category', capitalized(order.auction_category)],
    ['Paid', inCoins(order.price_paid)],
    ['Winner', order.username],
    ...(order.address ? [['Address', order.address] as [string, string]] : []),
    ...(order.account_name ? [['Account name', order.account_name] as [string, string]] : []),
    ...(order.account_number ? [['Account number', order.account_number] as [string, string]] : []),
    ...(order.contact_info ? [['Contact', order.contact_info] as [string, string]] : []),
    ...(order.auction_category === 'cash'
      ? [['Bank reference', order.bank_reference] as [string, string | null]]
      : []),
    ['Carrier', order.carrier],
    ['Tracking number', order.tracking],
    ['Placed', moment(order.created_at)],
    ['Shipped', moment(order.shipped_at)],
    ['Delivered', moment(order.delivered_at)],
  ];
}
