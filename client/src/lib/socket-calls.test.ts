import type { SocketCallAck } from '@copup/shared/socket-calls.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onRequestSessionEnded } from './api.ts';
import { callOnce } from './calls.ts';
import { showConfirmations, useConfirmation } from './confirm-identity.ts';
import { forgetSession, keepSession } from './session.ts';
import { sendCallsWith } from './socket-calls.ts';

const user = { id: 'u1', username: 'ada', full_name: 'Ada', email: null, profile: null, role: 0 } as const;
const times = { issued_at: '2026-01-01T00:00:00.000Z', expires_at: '2026-01-02T00:00:00.000Z' };
const fetched = vi.fn<typeof fetch>();
const sent = vi.fn<Parameters<typeof sendCallsWith>[0]>();
const receipt = { seq: 1, price: 5 };
const refusal = (code: string, more: object = {}) =>
  ({ ok: false, code, message: 'No.', ...more }) as unknown as SocketCallAck;
const posted = () => fetched.mock.calls.map(([url, init]) => `${init?.method} ${url}`);
const keysPosted = () =>
  fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'));
const keysSent = () => sent.mock.calls.map(([{ key }]) => key);

const bid = (maxBidPoints = 5) =>
  callOnce('bid:7', 'POST /auction/bid/:id', { params: { id: 7 }, body: { maxBidPoints } });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched);
  fetched.mockImplementation(async () => new Response(JSON.stringify(receipt)));
  sendCallsWith(sent);
  keepSession({ token: 'T', ...times, user });
});
afterEach(() => {
  forgetSession();
  fetched.mockReset();
  sent.mockReset();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('P6 a command over the live socket', () => {
  it('is sent there with its key, and not by POST', async () => {
    sent.mockResolvedValue({ ok: true, reply: receipt });
    expect(await bid()).toEqual(receipt);
    expect(sent.mock.calls[0]?.[0]).toEqual({
      call: 'POST /auction/bid/:id',
      params: { id: 7 },
      body: { maxBidPoints: 5 },
      key: expect.stringMatching(/^[\da-f-]{36}$/),
    });
    expect(fetched).not.toHaveBeenCalled();
  });

  it.each<[why: string, ack: SocketCallAck | undefined]>([
    ['nothing is live or the reply is lost', undefined],
    ['the server does not take it there', refusal('NOT_FOUND')],
    ['the socket has sent too many events', refusal('RATE_LIMITED')],
  ])('is repeated by POST at once with the same key when %s', async (_, ack) => {
    sent.mockResolvedValue(ack);
    expect(await bid()).toEqual(receipt);
    expect(posted()).toEqual(['POST /api/auction/bid/7']);
    expect(keysPosted()).toEqual(keysSent());
  });

  it('rejects like a POST with what the server refuses, and sends nothing again', async () => {
    const issues = [{ path: 'maxBidPoints', message: 'No' }];
    const details = { nextPrice: 6 };
    sent.mockResolvedValue(refusal('PRICE_MOVED', { status: 409, issues, details, retryAfterS: 2 }));
    await expect(bid()).rejects.toMatchObject({
      message: 'No.',
      code: 'PRICE_MOVED',
      status: 409,
      issues,
      details,
      retryAfterMs: 2_000,
      isOutcomeUnknown: false,
    });
    expect(sent).toHaveBeenCalledTimes(1);
    expect(fetched).not.toHaveBeenCalled();
  });

  it('is sent again with the same key while the outcome is unknown', async () => {
    const unknown = refusal('OUTCOME_UNKNOWN', { status: 503, retryAfterS: 1 });
    sent.mockResolvedValueOnce(unknown).mockResolvedValueOnce(undefined);
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    sent.mockResolvedValueOnce({ ok: true, reply: receipt });
    const done = bid();
    await vi.runAllTimersAsync();
    expect(await done).toEqual(receipt);
    expect(new Set([...keysSent(), ...keysPosted()]).size).toBe(1);
    expect([sent.mock.calls.length, fetched.mock.calls.length]).toEqual([3, 1]);
  });

  it('S3 S8a reports an ended session, and is repeated after a confirmation', async () => {
    const ended = vi.fn();
    onRequestSessionEnded(ended);
    sent.mockResolvedValueOnce(refusal('SESSION_ENDED', { status: 401 }));
    await expect(bid()).rejects.toThrow('No.');
    expect(ended).toHaveBeenCalledWith('No.');
    const hide = showConfirmations();
    const details = { methods: ['password'] };
    sent.mockResolvedValueOnce(refusal('REAUTH_NEEDED', { status: 403, details }));
    sent.mockResolvedValueOnce({ ok: true, reply: receipt });
    const done = bid(6);
    await vi.waitFor(() => expect(useConfirmation.getState().pending).not.toBeNull());
    useConfirmation.getState().pending?.settle(true);
    expect(await done).toEqual(receipt);
    expect(new Set(keysSent().slice(1)).size).toBe(1);
    expect(fetched).not.toHaveBeenCalled();
    hide();
  });

  it('goes by POST when it is not declared for the socket', async () => {
    await callOnce('spin', 'POST /user/spin');
    expect(posted()).toEqual(['POST /api/user/spin']);
    expect(sent).not.toHaveBeenCalled();
  });
});
