import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openSocket } from './realtime-socket.ts';

const clients = 2_000;
/** A median needs 2 s in all: this leaves the rest for the connection, the token's check and the room's state. */
const medianMs = 1_300;

beforeEach(() => {
  vi.stubGlobal('location', { protocol: 'http:', hostname: '127.0.0.1', host: '127.0.0.1', port: '80' });
});
afterEach(() => vi.unstubAllGlobals());

/** Returns when the client tries again for the first time after the outage, in ms after its end. */
function waitAfter(outageMs: number): number {
  const { io } = openSocket(() => null) as unknown as { io: { backoff: { duration: () => number } } };
  let atMs = 0;
  while (atMs < outageMs) atMs += io.backoff.duration();
  return atMs - outageMs;
}

it.each([1, 3, 10, 30, 120])(
  'P4 (return) attempts to reconnect come soon after an outage of %i s, and not all at once',
  (seconds) => {
    const waits = Array.from({ length: clients }, () => waitAfter(seconds * 1_000)).sort((a, b) => a - b);
    expect(waits[clients / 2]).toBeLessThan(medianMs);
    expect(waits.at(-1)).toBeLessThanOrEqual(2_000);
    const inTenth = new Map<number, number>();
    for (const ms of waits) inTenth.set(Math.floor(ms / 100), (inTenth.get(Math.floor(ms / 100)) ?? 0) + 1);
    // 5,000 clients of one server: at most 1,250 in a tenth of a second.
    expect(Math.max(...inTenth.values())).toBeLessThan(clients / 4);
  },
);
