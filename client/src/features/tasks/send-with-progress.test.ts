import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sendWithProgress } from './send-with-progress.ts';

/** An XMLHttpRequest whose events the test triggers. */
class Exchange {
  static last: Exchange;
  upload: { onprogress?: (event: object) => void } = {};
  onprogress?: () => void;
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  status = 0;
  responseText = '';
  headers: Record<string, string> = {};
  sent: unknown;
  opened: string[] = [];

  constructor() {
    Exchange.last = this;
  }
  open(method: string, url: string): void {
    this.opened = [method, url];
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  getResponseHeader(name: string): string | null {
    return name === 'retry-after' && this.status === 429 ? '7' : null;
  }
  send(body: unknown): void {
    this.sent = body;
  }
  abort(): void {
    this.onabort?.();
  }
  reply(status: number, text: string): void {
    Object.assign(this, { status, responseText: text });
    this.onload?.();
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', Exchange);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const shares: number[] = [];
function start(signal?: AbortSignal): Promise<Response> {
  shares.length = 0;
  const headers = { Authorization: 'Bearer T', 'Idempotency-Key': 'k1' };
  return sendWithProgress((share) => shares.push(share))('/api/x', {
    ...{ method: 'POST', headers, body: '{}' },
    ...(signal && { signal }),
  });
}
const move = (loaded: number) =>
  Exchange.last.upload.onprogress?.({ loaded, total: 200, lengthComputable: true });

describe('T1 an upload that reports its progress', () => {
  it('sends the same request as fetch, and resolves with the reply', async () => {
    const sent = start();
    move(50);
    move(200);
    Exchange.last.reply(429, '{"code":"TOO_MANY_REQUESTS"}');
    const reply = await sent;
    expect(shares).toEqual([0.25, 1]);
    expect(Exchange.last.opened).toEqual(['POST', '/api/x']);
    expect(Exchange.last.headers).toMatchObject({ authorization: 'Bearer T', 'idempotency-key': 'k1' });
    expect(Exchange.last.sent).toBe('{}');
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '7']);
    expect(await reply.json()).toEqual({ code: 'TOO_MANY_REQUESTS' });
  });

  it('rejects like fetch when the connection is lost', async () => {
    const sent = start();
    Exchange.last.onerror?.();
    await expect(sent).rejects.toBeInstanceOf(TypeError);
  });

  it('is lost when nothing moves for 30 s, however long it takes in total', async () => {
    const sent = start();
    let isLost = false;
    sent.catch(() => {
      isLost = true;
    });
    for (const loaded of [20, 40, 60]) {
      await vi.advanceTimersByTimeAsync(29_000);
      move(loaded);
    }
    expect(isLost).toBe(false);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(isLost).toBe(true);
  });

  it('ends with the signal', async () => {
    const leaving = new AbortController();
    const sent = start(leaving.signal);
    leaving.abort();
    await expect(sent).rejects.toMatchObject({ name: 'AbortError' });
  });
});
