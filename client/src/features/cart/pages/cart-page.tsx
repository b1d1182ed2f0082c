import type { CartItem } from '@copup/shared/cart.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { CartContent } from '../../../ui/cart-content.tsx';
import { Page as PageBody, PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { WonItems } from '../../../ui/won-items.tsx';
import { useCart } from '../use-cart.ts';

export function Page() {
  useTitle('Cart');
  return (
    <>
      <PageHeader title="Auction Cart" backTo={paths.cartHome} />
      <PageBody>
        <CartContent<CartItem>
          query={useCart()}
          empty={
            <EmptyState
              title="Your cart is empty"
              action={
                <ButtonLink look="ink" to={paths.auctions}>
                  See the auctions
                </ButtonLink>
              }
            >
              What you win waits here for you.
            </EmptyState>
          }
        >
          {(items) => (
            <>
              <WonItems items={items} />
              <ButtonLink look="ink" to={paths.checkout}>
                Proceed to Checkout
              </ButtonLink>
            </>
          )}
        </CartContent>
      </PageBody>
    </>
  );
}
