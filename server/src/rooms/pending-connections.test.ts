import { describe, expect, it } from 'vitest';
import type { Connection } from './connection.ts';
import { PendingConnections } from './pending-connections.ts';

let clockMs = 0;
function connection(network: string) {
  clockMs += 1;
  const made = { network, openedAtMs: clockMs, isCut: false, cut: () => {} };
  made.cut = () => {
    made.isCut = true;
  };
  return made as typeof made & Connection;
}

describe('I10 connections that have not requested admission', () => {
  it('are closed oldest first, above the limit of their network', () => {
    const pending = new PendingConnections({ perNetwork: 2, total: 10, youngMs: 0 });
    const other = connection('b');
    const [first, second, third] = [connection('a'), connection('a'), connection('a')];
    for (const each of [other, first, second, third]) pending.add(each);
    expect([other, first, second, third].map(({ isCut }) => isCut)).toEqual([false, true, false, false]);
    expect(pending.size).toBe(3);
  });

  it('may exceed the limit while they are recent: a whole network may reconnect at once', () => {
    const pending = new PendingConnections({ perNetwork: 1, total: 10, youngMs: 1_000 });
    const all = ['a', 'a', 'a'].map(connection);
    for (const each of all) pending.add(each);
    pending.sweep(clockMs, 10_000);
    expect(all.map(({ isCut }) => isCut)).toEqual([false, false, false]);
    pending.sweep(clockMs + 1_000, 10_000);
    expect(all.map(({ isCut }) => isCut)).toEqual([true, true, false]);
  });

  it('no longer count once they are admitted', () => {
    const pending = new PendingConnections({ perNetwork: 1, total: 10, youngMs: 0 });
    const [first, second] = [connection('a'), connection('a')];
    pending.add(first);
    pending.delete(first);
    pending.add(second);
    expect([first.isCut, second.isCut]).toEqual([false, false]);
  });

  it('are closed oldest first, recent or not, above the total limit', () => {
    const pending = new PendingConnections({ perNetwork: 2, total: 2, youngMs: 1_000 });
    const all = ['a', 'b', 'c'].map(connection);
    for (const each of all) pending.add(each);
    expect(all.map(({ isCut }) => isCut)).toEqual([true, false, false]);
  });

  it('are closed after their maximum age', () => {
    const pending = new PendingConnections({ perNetwork: 9, total: 9, youngMs: 1_000 });
    const [old, young] = [connection('a'), connection('b')];
    for (const each of [old, young]) pending.add(each);
    pending.sweep(old.openedAtMs + 10_000, 10_000);
    expect([old.isCut, young.isCut, pending.size]).toEqual([true, false, 1]);
  });
});
