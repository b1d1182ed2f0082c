import type { AuctionCategory, AuctionStatus } from '@copup/shared/auctions.ts';
import type { ChipLook } from '../../../ui/chip.tsx';

export const categories: readonly (readonly [AuctionCategory, string])[] = [
  ['product', 'Product'],
  ['cash', 'Cash'],
  ['coupon', 'Coupon'],
];

export const statusLooks: Record<AuctionStatus, ChipLook> = {
  pending: 'brand',
  active: 'ok',
  completed: 'plain',
  unsold: 'plain',
  cancelling: 'warn',
  cancelled: 'warn',
};
