import { Chip } from '../../ui/chip.tsx';
import { useCarts } from './carts.ts';

/** The number of won items without an order, beside the link to the carts. */
export function CartCount() {
  const count = useCarts().both.data?.length;
  return count ? <Chip look="brand">{count}</Chip> : null;
}
