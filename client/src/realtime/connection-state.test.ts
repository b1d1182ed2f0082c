import { expect, it } from 'vitest';
import { type ConnectionFacts, deriveConnection } from './connection-state.ts';

const facts = (change: Partial<ConnectionFacts>): ConnectionFacts => ({
  isOnline: true,
  hasSocket: false,
  sinceMs: 0,
  isCaughtUp: true,
  ...change,
});

it('P4 the connection is live with a socket and all replies, stale without one of them after a second, then offline', () => {
  const at = (nowMs: number) => deriveConnection(facts({}), nowMs);
  expect(at(0)).toEqual({ state: 'catching-up', nextAtMs: 1_000 });
  expect(at(999).state).toBe('catching-up');
  expect(at(1_000)).toEqual({ state: 'stale', nextAtMs: 10_000 });
  expect(at(10_000)).toEqual({ state: 'offline' });
  expect(deriveConnection(facts({ hasSocket: true }), 0)).toEqual({ state: 'live' });
  const waiting = facts({ hasSocket: true, isCaughtUp: false });
  expect(deriveConnection(waiting, 0)).toEqual({ state: 'catching-up', nextAtMs: 1_000 });
  expect(deriveConnection(waiting, 20_000)).toEqual({ state: 'stale' });
  expect(deriveConnection(facts({ hasSocket: true, isOnline: false }), 0)).toEqual({ state: 'offline' });
});
