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

describe('I10 connections that are not admitted', () => {
  it('are closed oldest first, above the limit of their network', () => {
    const pending = new PendingConnections({ perNetwork: 2, total: 10 });
    const other = connection('b');
    const [first, second, third] = [connection('a'), connection('a'), connection('a')];
    for (const each of [other, first, second, third]) pending.add(each);
    expect([other, first, second, third].map(({ isCut }) => isCut)).toEqual([false, true, false, false]);
    expect(pending.size).toBe(3);
  });

  it('leave their place when they are admitted', () => {
    const pending = new PendingConnections({ perNetwork: 1, total: 10 });
    const [first, second] = [connection('a'), connection('a')];
    pending.add(first);
    pending.delete(first);
    pending.add(second);
    expect([first.isCut, second.isCut]).toEqual([false, false]);
  });

  it('are closed oldest first, above the limit of all', () => {
    const pending = new PendingConnections({ perNetwork: 2, total: 2 });
    const all = ['a', 'b', 'c'].map(connection);
    for (const each of all) pending.add(each);
    expect(all.map(({ isCut }) => isCut)).toEqual([true, false, false]);
  });

  it('are closed by their age', () => {
    const pending = new PendingConnections({ perNetwork: 9, total: 9 });
    const [old, young] = [connection('a'), connection('b')];
    for (const each of [old, young]) pending.add(each);
    pending.cutOpenedUntil(old.openedAtMs);
    expect([old.isCut, young.isCut, pending.size]).toEqual([true, false, 1]);
  });
});
