import { describe, expect, it } from 'vitest';
import { Missing } from './remembered-facts.ts';

function world() {
  const clock = { ms: 0 };
  const missing = new Missing(() => clock.ms);
  const rows = new Map<string, number>();
  let reads = 0;
  const read = (name: string) =>
    missing.read(name, async () => {
      reads += 1;
      return rows.get(name);
    });
  return { clock, missing, rows, read, reads: () => reads };
}

describe('a name that was not found', () => {
  it('is not read again within a second', async () => {
    const { clock, rows, read, reads } = world();
    expect(await read('a')).toBeUndefined();
    rows.set('a', 1);
    clock.ms = 999;
    expect([await read('a'), reads()]).toEqual([undefined, 1]);
    clock.ms = 1_000;
    expect([await read('a'), reads()]).toEqual([1, 2]);
  });

  it('is read again at once when it was created on this server', async () => {
    const { missing, rows, read } = world();
    await read('a');
    rows.set('a', 1);
    missing.forget('a');
    expect(await read('a')).toBe(1);
  });

  it('is read again when it was created during the lookup', async () => {
    const { missing, rows, read } = world();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const early = missing.read('a', () => promise);
    rows.set('a', 1);
    missing.forget('a');
    resolve(undefined);
    await early;
    expect(await read('a')).toBe(1);
  });

  it('is not remembered after a read that failed', async () => {
    const { missing, rows, read } = world();
    await expect(missing.read('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    rows.set('a', 1);
    expect(await read('a')).toBe(1);
  });

  it('is the first to be deleted after ten thousand others', async () => {
    const { read, reads } = world();
    for (let nth = 0; nth <= 10_000; nth += 1) await read(`name ${nth}`);
    await read('name 10000');
    expect(reads()).toBe(10_001);
    await read('name 0');
    expect(reads()).toBe(10_002);
  });
});
