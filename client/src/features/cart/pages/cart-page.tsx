import type { CartItem } from '@copup/shared/cart.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { CartContent } from '../../../ui/cart-content.tsx';
import { Screen } from '../../../ui/page-header.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { WonItems } from '../../../ui/won-items.tsx';
import { useCart } from '../use-cart.ts';

export function Page() {
  return (
    <Screen title="Auction Cart" backTo={paths.cartHome} tab="Cart">
      <CartContent<CartItem>
        query={useCart()}
        empty={
          <EmptyState title="Your cart is empty" link={{ to: paths.auctions, name: 'See the auctions' }}>
            What you win waits here for you.
          </EmptyState>
        }
      >
        {(items) => (
          <>
            <WonItems items={items} />
            <ButtonLink to={paths.checkout}>Proceed to Checkout</ButtonLink>
          </>
        )}
      </CartContent>
    </Screen>
  );
}
