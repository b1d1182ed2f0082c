import type { OpsRoom } from '@copup/shared/ops.ts';
import { expect, it } from 'vitest';
import { roomsToWatch } from './rooms-to-watch.ts';

const now = 1_000_000;
const room = (name: string, change: Partial<OpsRoom> = {}): OpsRoom => ({
  ...{
    room: name,
    kind: 'auction',
    sockets: 2,
    joins: 0,
    updates: 0,
    messages: 0,
    bytes: 0,
    emit: null,
    client: null,
  },
  ...{ status: 'active', endsAt: now + 10_000 },
  ...change,
});
const watched = (...rooms: OpsRoom[]) => roomsToWatch({ rooms, goalMs: 350 }, new Map(), now);

it('O1 rooms of cancelled subjects and rooms without people are not among those to watch', () => {
  const cancelled = ['cancelling', 'cancelled', 'void'].map((status) => room(status, { status }));
  const names = watched(room('auction:1'), ...cancelled, room('auction:2', { sockets: 0 })).map(
    (row) => row.room,
  );
  expect(names).toEqual(['auction:1']);
});

it('O1 a room ends in seconds while it has seconds left, and not afterwards', () => {
  const rows = watched(
    room('soon'),
    room('later', { endsAt: now + 60_000 }),
    room('over', { endsAt: now - 1, status: 'completed' }),
    room('list', { endsAt: undefined, status: undefined }),
  );
  expect(rows.map(({ left, isEnding }) => [left, isEnding])).toEqual([
    [10, true],
    [60, false],
    [0, false],
    [undefined, false],
  ]);
});
