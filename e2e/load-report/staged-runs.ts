/** Results of load tests, as `--json` writes them. */
interface Facts {
  startedAt: string;
  p99: number;
  p99s: number[];
  servers: string[];
  assertions: { text: string; actual: number; holds: boolean }[];
  divergent: number;
  violations: string[];
}

const earlier = [
  50, 93, 231, 136, 179, 187, 245, 224, 209, 114, 89, 222, 184, 214, 172, 233, 211, 227, 221, 224,
];
const later = [
  15, 78, 190, 112, 168, 160, 202, 188, 169, 80, 72, 196, 168, 200, 138, 199, 195, 214, 190, 199,
];
const bids = [2, 14, 13, 6, 7, 15, 9, 13, 17, 7, 12, 13, 10, 11, 7, 12, 10, 16, 13, 9];
const lags = [17, 11, 6, 9, 17, 6, 29, 4, 28, 11, 16, 15, 41, 10, 9, 66, 19, 9, 33, 26];

export const runBefore = stagedRun({
  startedAt: '2026-11-20T20:10:00.000Z',
  p99: 241,
  p99s: earlier,
  assertions: [
    { text: 'p99<250ms', actual: 241, holds: true },
    { text: 'bid.p99<150ms', actual: 91, holds: true },
    { text: 'join.p99<300ms', actual: 118, holds: true },
    { text: 'failed<0.1%', actual: 0, holds: true },
  ],
});

export const runAfter = stagedRun({});

export const failedRun = stagedRun({
  servers: [
    'http://localhost:3000',
    'http://localhost:3001',
    'http://a-server-with-a-long-name.load.test:3002',
  ],
  p99: 281,
  p99s: later.map((value) => value + 70),
  assertions: [
    { text: 'join.p99<300ms', actual: 112, holds: true },
    { text: 'p99<250ms', actual: 281, holds: false },
    { text: 'bids/s>=10', actual: 11, holds: true },
    { text: 'delivery.p99<60s', actual: 260, holds: true },
  ],
  divergent: 2,
  violations: [
    'socket 4 in auction:1001 has {"epoch":1,"version":9,"state":{"status":"active"}}, the server has {"epoch":1,"version":10,"state":{"status":"completed"}}',
    '<script>document.title = "broken"</script>',
  ],
});

function stagedRun(facts: Partial<Facts>) {
  const {
    startedAt = '2026-11-21T19:38:00.000Z',
    p99 = 202,
    p99s = later,
    servers = ['http://localhost:3000'],
    divergent = 0,
    violations = [],
    assertions = [
      { text: 'p99<250ms', actual: 202, holds: true },
      { text: 'bid.p99<150ms', actual: 94, holds: true },
      { text: 'join.p99<300ms', actual: 112, holds: true },
      { text: 'failed<0.1%', actual: 0, holds: true },
    ],
  } = facts;
  const times = (of: number, count = 221) => ({
    count,
    p50: 13,
    p90: of * 0.7,
    p95: of * 0.8,
    p99: of,
    p999: of + 8,
    max: of + 20,
  });
  const running = p99s.map((value, at) => ({
    at: at + 2,
    phase: 'running',
    sockets: 300,
    joins: 0,
    messages: 40 * value,
    bytes: 9_000 * (bids[at] ?? 0),
    accepted: bids[at] ?? 0,
    refused: 1,
    errors: 0,
    // In one second no bid was delivered.
    p50: at === 10 ? null : 10 + (at % 5),
    p95: at === 10 ? null : Math.round(value * 0.9),
    p99: at === 10 ? null : value,
    max: at === 10 ? null : value + 12,
    cpu: 0.4,
    lagMs: lags[at] ?? 0,
  }));
  const ramp = {
    ...running[0],
    at: 1,
    phase: 'connecting',
    joins: 300,
    p50: null,
    p95: null,
    p99: null,
    max: null,
  };
  return {
    format: 'copup-load-1',
    scenario: 'watch',
    command:
      "npm run load -- watch --clients 300 --rooms 5 --rate 10 --duration 20s --html report.html --assert 'p99<250ms'",
    startedAt,
    options: {
      urls: servers.join(' '),
      clients: 300,
      rooms: 5,
      rate: 10,
      rampMs: 1_000,
      durationMs: 20_000,
      workers: 2,
      seed: 1,
    },
    environment: {
      node: 'v24.21.0',
      system: 'linux x64',
      processor: 'A processor',
      cores: 2,
      'memory, GB': 24,
    },
    totals: {
      seconds: 20,
      sockets: 300,
      joins: 300,
      messages: 12_810,
      bytes: 2_900_000,
      accepted: 221,
      refused: 20,
      errors: 0,
      slowestCloseMs: null,
      receptionSpreadMs: null,
      overtaken: { bids: 31, deliveries: 1_860, undelivered: 0 },
      outcomes: { accepted: 221, ALREADY_LEADING: 20 },
      errorKinds: {},
    },
    latencies: {
      delivery: times(p99 - 9, 12_400),
      lastWatcher: times(p99),
      bid: times(p99 === 241 ? 91 : 94, 241),
      join: times(p99 === 241 ? 118 : 112, 300),
      reception: { count: 0, p50: null, p90: null, p99: null, p999: null, max: null },
    },
    deliveryHistogram: [5, 9, 28, 40, 22, 14, 9, 30, 52, 18, 6, 1].map((count, at) => ({
      upToMs: 8 * 1.25 ** at,
      count,
    })),
    timeline: [ramp, ...running],
    servers: servers.map((url, at) => ({
      url,
      sockets: 300 / servers.length,
      joins: 300 / servers.length,
      messages: Math.round(12_810 / servers.length),
      bytes: Math.round(2_900_000 / servers.length),
      commands: Math.round(241 / servers.length),
      errors: at,
      delivery: times(p99 - 9 - at * 40, 4_000),
      bid: times(94 - at * 10, 80),
      join: times(112, 100),
      timeline: [ramp, ...running].map(({ p99, messages }) => ({
        sockets: 100,
        messages: Math.round((messages ?? 0) / servers.length),
        p99: p99 === null ? null : Math.max(5, p99 - at * 40),
      })),
    })),
    verdict: {
      isRight: violations.length === 0,
      compared: 300,
      divergent,
      lost: 0,
      doubled: 0,
      unbalancedCoins: 0,
      violations,
      checks: ['300 last states of watchers equal the server’s', '221 acknowledged bids in the history'],
    },
    assertions,
    saturation: null,
    isPassed: violations.length === 0 && assertions.every(({ holds }) => holds),
  };
}
