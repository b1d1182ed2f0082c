import type { HeistStatus } from '@copup/shared/heists.ts';
import type { ChipLook } from '../../../ui/chip.tsx';

export const looks: Record<HeistStatus, ChipLook> = {
  waiting: 'brand',
  available: 'ok',
  on_hold: 'ok',
  started: 'hot',
  completed: 'plain',
  cancelled: 'warn',
};
