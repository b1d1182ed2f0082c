import { paths } from '@copup/shared/page-paths.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { CheckoutFrame } from '../../../ui/checkout-frame.tsx';
import { WonItems } from '../../../ui/won-items.tsx';
import { HeistCheckoutForm } from '../heist-checkout-form.tsx';
import { useHeistCart } from '../use-heist-cart.ts';

export function Page() {
  useTitle('Heist Checkout');
  return (
    <CheckoutFrame
      title="Heist Checkout"
      cartPath={paths.heistCart}
      ordersPath={paths.heistOrders}
      cart={useHeistCart()}
    >
      {(items, onPlaced) => (
        <div className="grid max-w-[620px] gap-3.5">
          <WonItems items={items} />
          <HeistCheckoutForm onPlaced={onPlaced} />
        </div>
      )}
    </CheckoutFrame>
  );
}
