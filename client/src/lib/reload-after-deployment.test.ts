import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetReload, reloadIfReplaced } from './reload-after-deployment.ts';

const reload = vi.fn();
const fetched = vi.fn<() => Promise<Partial<Response>>>();

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('fetch', fetched);
  fetched.mockResolvedValue({ ok: true });
});
afterEach(() => {
  vi.unstubAllGlobals();
  reload.mockReset();
  fetched.mockReset();
});

describe('a page whose file was removed by a deployment', () => {
  it('is reloaded once, and again only after it has loaded', async () => {
    await reloadIfReplaced('/orders');
    await reloadIfReplaced('/orders');
    expect(reload).toHaveBeenCalledTimes(1);
    forgetReload('/cart');
    await reloadIfReplaced('/orders');
    expect(reload).toHaveBeenCalledTimes(1);
    forgetReload('/orders');
    await reloadIfReplaced('/orders');
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['out of reach', () => fetched.mockRejectedValue(new TypeError('Failed to fetch'))],
    ['failing', () => fetched.mockResolvedValue({ ok: false })],
  ])('is not reloaded while the server is %s', async (_, arrange) => {
    arrange();
    await reloadIfReplaced('/orders');
    expect(reload).not.toHaveBeenCalled();
  });
});
