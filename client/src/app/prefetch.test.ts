import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { prefetchPages } from './prefetch.ts';

class Anchor {
  readonly origin: string;
  readonly pathname: string;
  constructor(url: string) {
    ({ origin: this.origin, pathname: this.pathname } = new URL(url));
  }
  closest(): Anchor {
    return this;
  }
}

function setUp(saveData: boolean) {
  const view = new EventTarget();
  vi.stubGlobal('addEventListener', view.addEventListener.bind(view));
  vi.stubGlobal('window', {});
  vi.stubGlobal('location', { origin: 'https://copup.test' });
  vi.stubGlobal('navigator', { connection: { saveData } });
  vi.stubGlobal('Element', Anchor);
  const loaded: string[] = [];
  const stop = prefetchPages(['/auction', '/auction/1', '/cart', '/games'], (path) => {
    loaded.push(path);
    return path === '/cart' ? Promise.reject(new Error('offline')) : Promise.resolve();
  });
  const point = (url: string) =>
    view.dispatchEvent(Object.defineProperty(new Event('pointerover'), 'target', { value: new Anchor(url) }));
  return { loaded, stop, point };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('prefetching', () => {
  it('loads the main pages after the first screen; a failed one does not stop the others', async () => {
    const { loaded } = setUp(false);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(loaded).toEqual([]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(loaded.slice(0, 2)).toEqual(['/auction', '/auction/1']);
    expect(loaded.at(-1)).toBe('/games');
  });

  it('stops at sign-out', async () => {
    const { loaded, stop } = setUp(false);
    stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(loaded).toEqual([]);
  });

  it('loads only the pages of touched links on this site with Save-Data', async () => {
    const { loaded, point } = setUp(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(loaded).toEqual([]);
    point('https://copup.test/orders?page=2');
    point('https://elsewhere.test/cart');
    expect(loaded).toEqual(['/orders']);
  });
});
