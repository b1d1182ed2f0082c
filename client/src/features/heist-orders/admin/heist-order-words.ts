import type { AdminHeistOrder } from '@copup/shared/heist-orders.ts';
import type { ChipLook } from '../../../ui/chip.tsx';

export const looks: Record<AdminHeistOrder['status'], ChipLook> = {
  pending: 'warn',
  approved: 'ok',
  delivered: 'ok',
  refunded: 'plain',
};

/** The next action, by status. */
export const moves = {
  pending: { action: 'approve', name: 'Approve', done: 'approved' },
  approved: { action: 'deliver', name: 'Deliver', done: 'delivered' },
};
