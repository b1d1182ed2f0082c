import { expect, it } from 'vitest';
import { RoomMetrics } from './metrics.ts';

it('O2 a room without figures counts for its kind only', () => {
  const metrics = new RoomMetrics();
  metrics.joined('user:1', { kind: 'user', hasFigures: false });
  metrics.joined('auction:1', { kind: 'auction' });
  for (const [room, kind] of [
    ['user:1', { kind: 'user', hasFigures: false }],
    ['auction:1', { kind: 'auction' }],
  ] as const)
    metrics.emitted(room, kind, { bytes: 100, messages: 1, commitToEmitMs: undefined });
  expect([...metrics.kinds]).toMatchObject([
    ['user', { members: 1, messages: 1 }],
    ['auction', { members: 1, messages: 1 }],
  ]);
  expect([...metrics.rooms]).toMatchObject([
    ['auction:1', { kind: 'auction', counters: { members: 1, messages: 1 } }],
  ]);
});
