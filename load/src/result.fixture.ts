import { Latencies } from './latency.ts';
import type { LoadResult } from './result.ts';

/** Returns the result of a run that passed. */
export function goodResult(): LoadResult {
  const latencies = new Latencies();
  for (let ms = 1; ms <= 100; ms += 1) latencies.record(ms);
  const percentiles = latencies.percentiles();
  const second = {
    phase: 'running' as const,
    sockets: 10,
    joins: 0,
    messages: 50,
    bytes: 10_000,
    accepted: 5,
    refused: 1,
    errors: 0,
    p50: 50,
    p99: 99,
    max: 100,
    cpu: 0.2,
    lagMs: 3,
  };
  return {
    format: 'copup-load-1',
    scenario: 'watch',
    command: 'npm run load -- watch',
    startedAt: '2026-01-01T00:00:00.000Z',
    options: { clients: 10 },
    environment: { node: 'v24' },
    totals: {
      seconds: 2,
      sockets: 10,
      joins: 10,
      messages: 100,
      bytes: 20_000,
      accepted: 10,
      refused: 2,
      errors: 0,
      slowestCloseMs: Number.NaN,
      receptionSpreadMs: Number.NaN,
      overtaken: { bids: 1, deliveries: 25, undelivered: 2 },
      outcomes: { accepted: 10, ALREADY_LEADING: 2 },
      errorKinds: {},
    },
    latencies: {
      delivery: percentiles,
      lastWatcher: percentiles,
      bid: percentiles,
      join: percentiles,
      reception: percentiles,
    },
    deliveryHistogram: latencies.buckets(),
    timeline: [
      { at: 1, ...second },
      { at: 2, ...second, p50: null, p99: null, max: null },
      { at: 3, ...second },
    ],
    servers: [
      {
        url: 'http://a:1',
        sockets: 10,
        joins: 10,
        messages: 100,
        bytes: 20_000,
        commands: 12,
        errors: 0,
        delivery: percentiles,
        bid: percentiles,
        join: percentiles,
        timeline: [
          { sockets: 10, messages: 50, p99: 99 },
          { sockets: 10, messages: 50, p99: null },
          { sockets: 10, messages: 50, p99: 99 },
        ],
      },
    ],
    verdict: {
      isRight: true,
      compared: 10,
      divergent: 0,
      lost: 0,
      doubled: 0,
      unbalancedCoins: 0,
      violations: [],
      checks: ['10 last states'],
    },
    assertions: [],
    saturation: null,
    isPassed: true,
  };
}
