import { expect, it, vi } from 'vitest';
import { liveRoomOf } from './use-live-list.ts';

it('O1 every list of the console has a room, and one without is reported', () => {
  const report = vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(['users', 'auctions', 'affiliate-referrers'].map(liveRoomOf)).toEqual([
    'list:users',
    'auctions',
    'list:affiliates',
  ]);
  expect([liveRoomOf('wishes'), liveRoomOf('wishes')]).toEqual([null, null]);
  expect(report.mock.calls).toEqual([['This version does not know the live list wishes.']]);
  report.mockRestore();
});
