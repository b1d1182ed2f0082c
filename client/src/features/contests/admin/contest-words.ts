import type { ContestStatus } from '@copup/shared/contests.ts';
import type { ChipLook } from '../../../ui/chip.tsx';

export const looks: Record<ContestStatus, ChipLook> = {
  pending: 'brand',
  active: 'ok',
  ended: 'plain',
  void: 'warn',
};
