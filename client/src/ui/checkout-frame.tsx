import { type ReactNode, useState } from 'react';
import { CartContent } from './cart-content.tsx';
import { HandOver } from './hand-over.tsx';
import type { LoadedListProps } from './loaded-list.tsx';
import { Screen } from './page-header.tsx';
import { EmptyState } from './states.tsx';

interface CheckoutFrameProps<Item> {
  title: string;
  /** The page of the cart. */
  cartPath: string;
  /** The page of the orders, which follows a success. */
  ordersPath: string;
  cart: LoadedListProps<Item>['query'];
  /** The form. Call `onPlaced` with the reply's message. */
  children: (items: readonly Item[], onPlaced: (message: string) => void) => ReactNode;
}

/** The frame of a checkout: the states of the cart, the form, and the success. */
export function CheckoutFrame<Item>({
  title,
  cartPath,
  ordersPath,
  cart,
  children,
}: CheckoutFrameProps<Item>) {
  const [placed, setPlaced] = useState<string | null>(null);
  return (
    <Screen title={title} backTo={cartPath}>
      {placed === null ? (
        <CartContent<Item> query={cart} empty={<EmptyState title="Your cart is empty" />}>
          {(items) => children(items, setPlaced)}
        </CartContent>
      ) : (
        <HandOver title={placed || 'Order placed successfully'} to={ordersPath} />
      )}
    </Screen>
  );
}
