import { describe, expect, it } from 'vitest';
import { isTokenTimes, renewalWaitMs, timesOf } from './token-times.ts';

const hourMs = 3_600_000;
const reply = (issuedAtMs: number, expiresAtMs: number) => ({
  issued_at: new Date(issuedAtMs).toISOString(),
  expires_at: new Date(expiresAtMs).toISOString(),
});

describe('S3a the renewal of a token', () => {
  it('is in the last third of its lifetime, whatever the device’s clock shows', () => {
    for (const deviceMs of [0, 5 * hourMs, 1_000 * hourMs]) {
      const times = timesOf(reply(10 * hourMs, 34 * hourMs), deviceMs);
      expect(renewalWaitMs(times, deviceMs)).toBe(16 * hourMs);
      expect(renewalWaitMs(times, deviceMs + 15 * hourMs)).toBe(hourMs);
      expect(renewalWaitMs(times, deviceMs + 20 * hourMs)).toBe(0);
    }
  });

  it('is at once if the times are unknown or the device’s clock was set back', () => {
    expect(renewalWaitMs(null, 0)).toBe(0);
    expect(renewalWaitMs(timesOf(reply(0, 24 * hourMs), 9 * hourMs), 8 * hourMs)).toBe(0);
  });

  it('does not happen once a renewal no longer moves the end', () => {
    const first = timesOf(reply(0, 24 * hourMs), 0);
    const second = timesOf(reply(20 * hourMs, 30 * hourMs), 20 * hourMs, first);
    const third = timesOf(reply(27 * hourMs, 30 * hourMs), 27 * hourMs, second);
    expect(renewalWaitMs(second, 27 * hourMs)).toBe(0);
    expect(renewalWaitMs(third, 30 * hourMs)).toBe(Number.POSITIVE_INFINITY);
  });

  it.each([
    null,
    'x',
    {},
    { issuedAtMs: 1, expiresAtMs: 2 },
    { issuedAtMs: 1, expiresAtMs: 2, receivedAtMs: null },
  ])('are not %j', (value) => {
    expect(isTokenTimes(value)).toBe(false);
  });
});
