import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetReload, reloadAfterFailure } from './reload-after-failed-load.ts';

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
  vi.useRealTimers();
  vi.unstubAllGlobals();
  reload.mockReset();
  fetched.mockReset();
});

describe('a page whose file could not be loaded', () => {
  it('is reloaded once, and again only after it has loaded', async () => {
    await reloadAfterFailure('/orders');
    await reloadAfterFailure('/orders');
    expect(reload).toHaveBeenCalledTimes(1);
    forgetReload('/cart');
    await reloadAfterFailure('/orders');
    expect(reload).toHaveBeenCalledTimes(1);
    forgetReload('/orders');
    await reloadAfterFailure('/orders');
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it('is reloaded again after a minute, and at once on request', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await reloadAfterFailure('/orders');
    vi.setSystemTime(Date.now() + 59_000);
    await reloadAfterFailure('/orders');
    expect(reload).toHaveBeenCalledTimes(1);
    await reloadAfterFailure('/orders', true);
    expect(reload).toHaveBeenCalledTimes(2);
    vi.setSystemTime(Date.now() + 60_000);
    await reloadAfterFailure('/orders');
    expect(reload).toHaveBeenCalledTimes(3);
  });

  it.each([
    ['out of reach', () => fetched.mockRejectedValue(new TypeError('Failed to fetch'))],
    ['failing', () => fetched.mockResolvedValue({ ok: false })],
  ])('is not reloaded while the server is %s', async (_, arrange) => {
    arrange();
    await reloadAfterFailure('/orders');
    expect(reload).not.toHaveBeenCalled();
  });
});
