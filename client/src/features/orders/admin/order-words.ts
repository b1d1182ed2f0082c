import type { AdminOrder } from '@copup/shared/cart.ts';
import type { ChipLook } from '../../../ui/chip.tsx';

export const looks: Record<AdminOrder['status'], ChipLook> = {
  processing: 'warn',
  shipped: 'ok',
  delivered: 'ok',
  refunded: 'plain',
};

/** The next action, by status. */
export const moves = {
  processing: { action: 'ship', name: 'Ship', done: 'shipped' },
  shipped: { action: 'deliver', name: 'Deliver', done: 'delivered' },
};

/** A product is sent with a tracking number, cash with a reference of the bank. */
export const proofOf = ({ auction_category: category }: AdminOrder) =>
  category === 'product' ? 'tracking' : category === 'cash' ? 'bank_reference' : null;
