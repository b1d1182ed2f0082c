import { paths } from '@copup/shared/page-paths.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Page as PageBody, PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx';
import { CartList } from '../cart-list.tsx';
import { useCart } from '../use-cart.ts';

export function Page() {
  useTitle('Cart');
  const { data: items, isPending, isError, refetch } = useCart();
  return (
    <>
      <PageHeader title="Auction Cart" backTo={paths.cartHome} />
      <PageBody>
        {isPending ? <Skeletons text="Loading cart..." count={2} className="h-19" /> : null}
        {isError ? <ErrorState message="Error fetching cart" onRetry={() => void refetch()} /> : null}
        {items?.length === 0 ? (
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
        ) : null}
        {items && items.length > 0 ? (
          <>
            <CartList items={items} />
            <ButtonLink look="ink" to={paths.checkout}>
              Proceed to Checkout
            </ButtonLink>
          </>
        ) : null}
      </PageBody>
    </>
  );
}
