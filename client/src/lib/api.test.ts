import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onRequestSessionEnded, request } from './api.ts';
import { showConfirmations, useConfirmation } from './confirm-identity.ts';
import { dropOldIntents, postIntent } from './intents.ts';
import { forgetSession, keepSession } from './session.ts';
import { listStored, readStored } from './stored.ts';

const user = { id: 'u1', username: 'ada', full_name: 'Ada', email: null, profile: null, role: 0 } as const;
const times = { issued_at: '2026-01-01T00:00:00.000Z', expires_at: '2026-01-02T00:00:00.000Z' };
const fetched = vi.fn<typeof fetch>();
const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });
const keyOf = (call: number) => new Headers(fetched.mock.calls[call]?.[1]?.headers).get('idempotency-key');

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched);
  keepSession({ token: 'T', ...times, user });
});
afterEach(() => {
  for (const key of listStored('')) dropKey(key);
  forgetSession();
  fetched.mockReset();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
const dropKey = (key: string) => key.startsWith('intent:') && dropOldIntents(Number.MAX_SAFE_INTEGER);

describe('R1 failures become the specified texts', () => {
  it('sends the token and returns the body; Network Error; Request aborted; the status code of a reply that is not the API’s', async () => {
    fetched.mockResolvedValueOnce(json(200, { ok: 1 }));
    expect(await request('/x')).toEqual({ ok: 1 });
    expect(new Headers(fetched.mock.calls[0]?.[1]?.headers).get('authorization')).toBe('Bearer T');
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await expect(request('/x')).rejects.toMatchObject({ message: 'Network Error', code: 'NETWORK' });
    const leaving = new AbortController();
    leaving.abort();
    fetched.mockRejectedValueOnce(new DOMException('', 'AbortError'));
    await expect(request('/x', { signal: leaving.signal })).rejects.toMatchObject({
      message: 'Request aborted',
    });
    fetched.mockResolvedValueOnce(new Response('<html>', { status: 502 }));
    await expect(request('/x')).rejects.toMatchObject({ message: 'Request failed with status code 502' });
  });

  it.each([undefined, new AbortController().signal])(
    'timeout exceeded, in a browser without AbortSignal.any',
    async (signal) => {
      vi.stubGlobal('AbortSignal', class {});
      fetched.mockImplementationOnce(
        (_, init) =>
          new Promise((_resolve, reject) => {
            init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
          }),
      );
      const reply = expect(request('/x', { signal, timeoutMs: 50 })).rejects.toMatchObject({
        message: 'timeout exceeded',
        code: 'TIMEOUT',
      });
      await vi.advanceTimersByTimeAsync(50);
      await reply;
    },
  );

  it("the server's message, code, issues and details", async () => {
    const issues = [{ path: 'email', message: 'Enter an e-mail' }];
    fetched.mockResolvedValueOnce(
      json(
        409,
        { code: 'PRICE_MOVED', message: 'Moved', issues, details: { nextPrice: 12 } },
        { 'retry-after': '2' },
      ),
    );
    await expect(request('/x')).rejects.toMatchObject({
      status: 409,
      code: 'PRICE_MOVED',
      message: 'Moved',
      issues,
      details: { nextPrice: 12 },
      retryAfterMs: 2000,
    });
  });

  it('S3 reports an ended session, unless the token was replaced in the meantime', async () => {
    const ended = vi.fn();
    onRequestSessionEnded(ended);
    const refusal = { code: 'SESSION_ENDED', message: 'Over' };
    fetched.mockResolvedValueOnce(json(401, refusal));
    await expect(request('/x')).rejects.toThrow('Over');
    expect(ended).toHaveBeenCalledWith('Over');
    fetched.mockImplementationOnce(async () => {
      keepSession({ token: 'T2', ...times, user });
      return json(401, refusal);
    });
    await expect(request('/x')).rejects.toThrow('Over');
    expect(ended).toHaveBeenCalledTimes(1);
  });
});

describe('P6 one key per intent', () => {
  it('stores the key before sending, and removes it after the reply', async () => {
    fetched.mockImplementationOnce(async () => {
      expect(listStored('intent:u1:bid')).toHaveLength(1);
      return json(200, { done: true });
    });
    await postIntent('bid:1', '/x', { maxBidPoints: 5 });
    expect(keyOf(0)).toMatch(/^[\da-f-]{36}$/);
    expect(readStored('intent:u1:bid:1')).toBeNull();
  });

  it('resends the same key while the outcome is unknown, also in a later call', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    const given = expect(postIntent('bid:1', '/x', { maxBidPoints: 5 })).rejects.toThrow('Network Error');
    await vi.runAllTimersAsync();
    await given;
    fetched.mockReset();
    fetched.mockRejectedValueOnce(new TypeError('again')).mockResolvedValueOnce(json(200, {}));
    const key = JSON.parse(readStored('intent:u1:bid:1') ?? '{}').key;
    const done = postIntent('bid:1', '/x', { maxBidPoints: 5 });
    await vi.runAllTimersAsync();
    await done;
    expect([keyOf(0), keyOf(1)]).toEqual([key, key]);
  });

  it('sends secret fields and never stores them; another secret is the same intent', async () => {
    fetched.mockImplementation(async () => {
      expect(readStored('intent:u1:send')).not.toContain('0417');
      throw new TypeError('Failed to fetch');
    });
    for (const pin of ['0417', '9999']) {
      const given = expect(postIntent('send', '/x', { amount: 5 }, { secret: { pin } })).rejects.toThrow(
        'Network Error',
      );
      await vi.runAllTimersAsync();
      await given;
    }
    expect(JSON.parse(String(fetched.mock.calls[0]?.[1]?.body))).toEqual({ amount: 5, pin: '0417' });
    expect(new Set(fetched.mock.calls.map((_, nth) => keyOf(nth))).size).toBe(1);
    fetched.mockReset();
  });

  it('uses a new key for another intent, and after a refusal', async () => {
    fetched.mockResolvedValueOnce(json(409, { code: 'PRICE_MOVED', message: 'Moved' }));
    await expect(postIntent('bid:1', '/x', { maxBidPoints: 5 })).rejects.toThrow('Moved');
    fetched.mockResolvedValueOnce(json(200, {})).mockResolvedValueOnce(json(200, {}));
    await postIntent('bid:1', '/x', { maxBidPoints: 5 });
    await postIntent('bid:1', '/x', { maxBidPoints: 6 });
    expect(new Set([keyOf(0), keyOf(1), keyOf(2)]).size).toBe(3);
  });
});

describe('a reply requested before the scripts were loaded', () => {
  const askedEarly = (path: string, token: string, reply: Promise<Response>) => {
    globalThis.copupEarlyRead = { path, token, reply };
  };
  afterEach(() => {
    globalThis.copupEarlyRead = undefined;
  });

  it('is used once, for its own path and session, and not for a command', async () => {
    askedEarly('/auction/7', 'T', Promise.resolve(json(200, { id: 7, seq: 1 })));
    fetched.mockResolvedValueOnce(json(200, { id: 7, seq: 2 }));
    expect(await request('/auction/7')).toEqual({ id: 7, seq: 1 });
    expect(fetched).not.toHaveBeenCalled();
    expect(await request('/auction/7')).toEqual({ id: 7, seq: 2 });
    askedEarly('/auction/7', 'T', Promise.resolve(json(200, 'early')));
    fetched.mockImplementation(async () => json(200, 'requested'));
    expect(await request('/auction/8')).toBe('requested');
    expect(await request('/auction/7', { method: 'POST' })).toBe('requested');
    keepSession({ token: 'U', ...times, user });
    expect(await request('/auction/7')).toBe('requested');
  });

  it('fails like any other request, and can be aborted', async () => {
    askedEarly('/a', 'T', Promise.reject(new TypeError('Failed to fetch')));
    await expect(request('/a')).rejects.toMatchObject({ code: 'NETWORK' });
    askedEarly('/a', 'T', new Promise(() => {}));
    const leaving = new AbortController();
    const left = request('/a', { signal: leaving.signal });
    leaving.abort();
    await expect(left).rejects.toMatchObject({ code: 'ABORTED' });
  });
});

describe('S8a REAUTH_NEEDED', () => {
  const refusal = () =>
    json(403, { code: 'REAUTH_NEEDED', message: 'Please confirm', details: { methods: ['password'] } });
  const keysSent = () =>
    fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'));

  it('P6 repeats the same intent with the same key once the user has confirmed', async () => {
    const hide = showConfirmations();
    fetched.mockResolvedValueOnce(refusal()).mockResolvedValueOnce(json(200, { done: true }));
    const sent = postIntent('adjust:1', '/adjust', { bid_points: 5 });
    await vi.waitFor(() => expect(useConfirmation.getState().pending?.methods).toEqual(['password']));
    expect(fetched).toHaveBeenCalledTimes(1);
    useConfirmation.getState().pending?.settle(true);
    expect(await sent).toEqual({ done: true });
    expect(new Set(keysSent()).size).toBe(1);
    expect(keysSent()).toHaveLength(2);
    hide();
  });

  it('is requested once for concurrent requests, and not again for a repeated request', async () => {
    const hide = showConfirmations();
    fetched.mockImplementation(async () => refusal());
    const sent = Promise.allSettled([request('/a', { method: 'POST' }), request('/b', { method: 'POST' })]);
    await vi.waitFor(() => expect(useConfirmation.getState().pending).not.toBeNull());
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(2));
    useConfirmation.getState().pending?.settle(true);
    for (const outcome of await sent) expect(outcome).toMatchObject({ reason: { code: 'REAUTH_NEEDED' } });
    expect(fetched).toHaveBeenCalledTimes(4);
    hide();
  });

  it('fails with the refusal if the sheet is closed or missing', async () => {
    fetched.mockResolvedValueOnce(refusal());
    await expect(request('/x')).rejects.toMatchObject({ code: 'REAUTH_NEEDED' });
    const hide = showConfirmations();
    fetched.mockResolvedValueOnce(refusal());
    const sent = request('/x');
    await vi.waitFor(() => expect(useConfirmation.getState().pending).not.toBeNull());
    useConfirmation.getState().pending?.settle(false);
    await expect(sent).rejects.toMatchObject({ code: 'REAUTH_NEEDED' });
    hide();
  });
});
