import type { CartItem } from '@copup/shared/cart.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { CheckoutFrame } from '../../../ui/checkout-frame.tsx';
import { WonItems } from '../../../ui/won-items.tsx';
import { fieldsFor } from '../checkout-fields.ts';
import { CheckoutForm } from '../checkout-form.tsx';
import { useCart } from '../use-cart.ts';

export function Page() {
  useTitle('Checkout');
  return (
    <CheckoutFrame<CartItem>
      title="Checkout"
      cartPath={paths.cart}
      ordersPath={paths.orders}
      cart={useCart()}
    >
      {(items, onPlaced) => (
        <>
          <WonItems items={items} />
          <CheckoutForm fields={fieldsFor(items)} onPlaced={onPlaced} />
        </>
      )}
    </CheckoutFrame>
  );
}
