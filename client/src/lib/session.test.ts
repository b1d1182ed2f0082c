import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followOtherTabs, forgetSession, keepSession, leaveSession, useSession } from './session.ts';
import { readStored, removeStored, writeStored } from './stored.ts';

const times = { issued_at: '2026-01-01T00:00:00.000Z', expires_at: '2026-01-02T00:00:00.000Z' };
const userOf = (username: string) =>
  ({ id: username, username, full_name: username, email: null, profile: null, role: 0 }) as const;
const shown = () => [useSession.getState().token, useSession.getState().user?.username];

/** What another tab stores, without the event that this page would receive. */
function storeElsewhere(token: string, username: string): void {
  writeStored('token', token);
  writeStored('user', JSON.stringify(userOf(username)));
}

beforeEach(() => keepSession({ token: 'A', ...times, user: userOf('ada') }));
afterEach(() => {
  for (const key of ['token', 'user']) removeStored(key);
  useSession.setState({ token: null, user: null });
  vi.unstubAllGlobals();
});

describe('S3a the session of a page that other tabs have overtaken', () => {
  it('is not the former one when Back restores the page after a sign-out or the sign-in of another user', () => {
    const view = new EventTarget();
    vi.stubGlobal('addEventListener', view.addEventListener.bind(view));
    vi.stubGlobal('removeEventListener', view.removeEventListener.bind(view));
    const stop = followOtherTabs();
    const show = (persisted: boolean) =>
      view.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
    storeElsewhere('B', 'bisi');
    show(false);
    expect(shown()).toEqual(['A', 'ada']);
    show(true);
    expect(shown()).toEqual(['B', 'bisi']);
    for (const key of ['token', 'user']) removeStored(key);
    show(true);
    expect(shown()).toEqual([null, undefined]);
    stop();
    storeElsewhere('A', 'ada');
    show(true);
    expect(shown()).toEqual([null, undefined]);
  });

  it.each([forgetSession, leaveSession])('removes only the token that ended', (end) => {
    storeElsewhere('B', 'bisi');
    end('Your session has ended.');
    expect([readStored('token'), shown()]).toEqual(['B', ['B', 'bisi']]);
    end('Your session has ended.');
    expect([readStored('token'), shown()]).toEqual([null, [null, undefined]]);
  });

  it('ends the renewed token of a user who leaves', () => {
    storeElsewhere('A2', 'ada');
    leaveSession();
    expect([readStored('token'), readStored('user'), shown()]).toEqual([null, null, [null, undefined]]);
  });
});
