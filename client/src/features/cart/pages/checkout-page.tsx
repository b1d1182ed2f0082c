import { paths } from '@copup/shared/page-paths.ts';
import { useState } from 'react';
import { useTitle } from '../../../lib/use-title.ts';
import { HandOver } from '../../../ui/hand-over.tsx';
import { Page as PageBody, PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx';
import { CartList } from '../cart-list.tsx';
import { fieldsFor } from '../checkout-fields.ts';
import { CheckoutForm } from '../checkout-form.tsx';
import { useCart } from '../use-cart.ts';

export function Page() {
  useTitle('Checkout');
  const { data: items, isPending, isError, refetch } = useCart();
  const [placed, setPlaced] = useState<string | null>(null);
  return (
    <>
      <PageHeader title="Checkout" backTo={paths.cart} />
      <PageBody>
        {placed === null ? (
          <>
            {isPending ? <Skeletons text="Loading cart..." count={2} className="h-19" /> : null}
            {isError ? <ErrorState message="Error fetching cart" onRetry={() => void refetch()} /> : null}
            {items?.length === 0 ? <EmptyState title="Your cart is empty" /> : null}
            {items && items.length > 0 ? (
              <>
                <CartList items={items} />
                <CheckoutForm fields={fieldsFor(items)} onPlaced={setPlaced} />
              </>
            ) : null}
          </>
        ) : (
          <HandOver title={placed || 'Order placed successfully'} to={paths.orders} />
        )}
      </PageBody>
    </>
  );
}
