import type { BetStatus } from '@copup/shared/bets.ts';
import { Chip, type ChipLook } from '../../ui/chip.tsx';

const looks: Record<BetStatus, ChipLook> = {
  pending: 'warn',
  active: 'brand',
  settled: 'ok',
  cancelled: 'plain',
};

export function StatusChip({ status }: { status: BetStatus }) {
  return <Chip look={looks[status]}>{status}</Chip>;
}
