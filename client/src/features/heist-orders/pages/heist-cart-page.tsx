import { paths } from '@copup/shared/page-paths.ts';
import { Package } from 'lucide-react';
import { ButtonLink } from '../../../ui/button.tsx';
import { CartContent } from '../../../ui/cart-content.tsx';
import { Screen } from '../../../ui/page-header.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { WonItems } from '../../../ui/won-items.tsx';
import { useHeistCart } from '../use-heist-cart.ts';

export function Page() {
  return (
    <Screen title="Heist Cart" backTo={paths.cartHome}>
      <CartContent
        query={useHeistCart()}
        empty={
          <EmptyState title="Your cart is empty" link={{ to: paths.heists, name: 'See the heists' }}>
            What you win in heists waits here for you.
          </EmptyState>
        }
      >
        {(items) => (
          <>
            <WonItems items={items} />
            <p className="flex items-center gap-2.5 text-sm text-ink-2">
              <Package size={20} aria-hidden className="shrink-0" />
              You won these. Nothing more to pay.
            </p>
            <ButtonLink to={paths.heistCheckout}>Proceed to Checkout</ButtonLink>
          </>
        )}
      </CartContent>
    </Screen>
  );
}
