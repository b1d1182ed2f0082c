import { expect, it } from 'vitest';
import { orderNew } from './order-new.ts';

const at = (id: number, status: 'pending' | 'active' | 'completed' | 'cancelled', hour: number) => ({
  id,
  status,
  starts_at: `2025-11-20T${String(hour).padStart(2, '0')}:00:00.000Z`,
});

it('lists upcoming auctions, soonest first, then running ones, latest first, and no ended ones', () => {
  const { coming, running } = orderNew([
    at(1, 'active', 7),
    at(2, 'pending', 15),
    at(3, 'completed', 6),
    at(4, 'pending', 12),
    at(5, 'active', 9),
    at(6, 'cancelled', 9),
    at(7, 'active', 9),
    at(8, 'pending', 12),
  ]);
  expect(coming.map(({ id }) => id)).toEqual([4, 8, 2]);
  expect(running.map(({ id }) => id)).toEqual([7, 5, 1]);
});
