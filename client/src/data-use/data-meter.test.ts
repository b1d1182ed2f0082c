import { describe, expect, it } from 'vitest';
import { DataMeter } from './data-meter.ts';

function setUp() {
  const now = { ms: 0 };
  const traffic = { received: 0, sent: 0 };
  const meter = new DataMeter({ readTraffic: () => traffic, nowMs: () => now.ms });
  /** Receives a frame of 230 bytes each second. */
  const watch = (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      now.ms += 1_000;
      traffic.received += 230;
      meter.sample();
    }
  };
  const load = (path: string, transferSize: number) =>
    meter.add({ name: `https://copup.test${path}`, transferSize });
  return { meter, now, traffic, watch, load };
}

describe('D5 the data meter', () => {
  it('counts updates, requests, pictures and files apart', () => {
    const { meter, traffic, load } = setUp();
    load('/', 4_000);
    load('/assets/index-1.js', 60_000);
    load('/api/auction', 2_000);
    load('/uploads/a-320.avif', 30_000);
    load('/assets/common-1.js', 0);
    traffic.received = 500;
    traffic.sent = 100;
    expect(meter.read()).toEqual({
      byKind: { updates: 600, requests: 2_000, pictures: 30_000, files: 64_000 },
      total: 96_600,
      anHour: undefined,
    });
  });

  it('gives the pace after a minute, without the files that are loaded once', () => {
    const { meter, load, watch } = setUp();
    load('/assets/index-1.js', 160_000);
    watch(59);
    expect(meter.read().anHour).toBeUndefined();
    watch(61);
    expect(meter.read().anHour).toBe(230 * 3_600);
  });

  it('forgets what is older than ten minutes', () => {
    const { meter, load, watch, now } = setUp();
    load('/uploads/a-320.avif', 300_000);
    watch(620);
    expect(meter.read().anHour).toBeCloseTo(230 * 3_600, -3);
    for (let minute = 0; minute < 11; minute += 1) {
      now.ms += 60_000;
      meter.sample();
    }
    expect(meter.read().anHour).toBe(0);
  });
});
