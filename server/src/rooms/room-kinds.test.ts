import { expect, it } from 'vitest';
import type { RoomKind } from './room-kind.ts';
import { RoomKinds } from './room-kinds.ts';

/** Rows with a version that the test increments; reads wait until `answer`. */
function world() {
  let nowMs = 1_000;
  let version = 1;
  const reads: Promise<void>[] = [];
  const kinds = new RoomKinds({ epochs: { current: 1, refresh: async () => 1 }, nowMs: () => nowMs });
  const kind: Partial<RoomKind> = {
    kind: 'auction',
    snapshot: async (ids) => {
      const read = version;
      const { promise, resolve } = Promise.withResolvers<void>();
      setImmediate(resolve);
      reads.push(promise);
      await promise;
      if (read === 0) throw new Error('away');
      return new Map(ids.map((id) => [id, { version: read, state: {} }]));
    },
  };
  kinds.define(kind as RoomKind);
  return {
    reads,
    read: async (sinceMs?: number) => (await kinds.snapshot('auction:1', sinceMs))?.version,
    forget: () => kinds.forget('auction:1'),
    commit(next = version + 1) {
      version = next;
    },
    pass(ms: number) {
      nowMs += ms;
    },
  };
}

it('reads within 250 ms share one, and later ones read again', async () => {
  const { read, reads, commit, pass } = world();
  const first = read();
  pass(249);
  expect(await Promise.all([first, read()])).toEqual([1, 1]);
  commit();
  expect(await read()).toBe(1);
  pass(1);
  expect([await read(), reads.length]).toEqual([2, 2]);
});

it('a read is not shared after a change on this server, nor with a caller that needs a later one', async () => {
  const { read, forget, commit, pass } = world();
  expect(await read()).toBe(1);
  commit();
  forget();
  expect(await read()).toBe(2);
  pass(1);
  commit();
  expect(await read(1_000)).toBe(2);
  expect(await read(1_001)).toBe(3);
});

it('a failed read is not shared with later calls', async () => {
  const { read, commit } = world();
  commit(0);
  await expect(read()).rejects.toThrow('away');
  commit(4);
  expect(await read()).toBe(4);
});
