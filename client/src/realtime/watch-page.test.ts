import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchPage } from './watch-page.ts';

class Page extends EventTarget {
  visibilityState = 'visible';
}

function setUp() {
  const page = new Page();
  const view = new EventTarget();
  const connection = Object.assign(new EventTarget(), { type: 'wifi' });
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', view);
  vi.stubGlobal('navigator', { onLine: true, connection });
  const calls: string[] = [];
  const stop = watchPage({
    pause: () => calls.push('pause'),
    rest: () => calls.push('rest'),
    wake: () => calls.push('wake'),
    setOnline: (isOnline) => calls.push(isOnline ? 'online' : 'offline'),
  });
  const show = (visibilityState: 'visible' | 'hidden') => {
    page.visibilityState = visibilityState;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  const fire = (target: EventTarget, type: string, facts = {}) =>
    target.dispatchEvent(Object.assign(new Event(type), facts));
  return { page, view, connection, calls, stop, show, fire };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the page and its socket', () => {
  it('P4 checks the connection on each return, leaves the rooms when hidden, and closes the socket after a minute', () => {
    const { calls, show } = setUp();
    for (const hiddenMs of [4_000, 59_000, 60_000]) {
      show('hidden');
      vi.advanceTimersByTime(hiddenMs);
      show('visible');
    }
    expect(calls).toEqual(['wake', 'pause', 'wake', 'pause', 'rest', 'wake']);
  });

  it('closes the socket when the page is frozen or left, and reopens it afterwards', () => {
    const { page, view, calls, fire } = setUp();
    fire(view, 'pageshow', { persisted: false });
    expect(calls).toEqual([]);
    fire(page, 'freeze');
    fire(page, 'resume');
    fire(view, 'pagehide');
    fire(view, 'pageshow', { persisted: true });
    expect(calls).toEqual(['rest', 'wake', 'rest', 'wake']);
  });

  it('follows the network, also from Wi-Fi to mobile data without another event', () => {
    const { view, connection, calls, fire, stop } = setUp();
    fire(view, 'offline');
    fire(view, 'online');
    fire(connection, 'change');
    connection.type = 'cellular';
    fire(connection, 'change');
    expect(calls).toEqual(['offline', 'online', 'wake']);
    stop();
    fire(view, 'online');
    expect(calls).toHaveLength(3);
  });
});
