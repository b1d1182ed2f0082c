import type { HistoryEvent } from '@copup/testkit/history.ts';
import { seeded } from '@copup/testkit/random.ts';
import { describe, expect, it } from 'vitest';
import { Latencies } from './latency.ts';
import type { Tick } from './messages.ts';
import { goodResult } from './result.fixture.ts';
import { describeSaturation } from './saturation.ts';
import { Tally } from './tally.ts';

const committedAtMs = 1_763_640_000_000;
const receipt: HistoryEvent = {
  process: 'ada',
  command: 'bid',
  key: 'k',
  args: { auctionId: 1, userId: 'u' },
  type: 'ok',
  atMs: 0,
  reply: { auction_id: 1, seq: 3, serverTime: new Date(committedAtMs).toISOString() },
};

const tick = (more: Partial<Tick>): Tick => ({
  open: 5,
  joined: 5,
  joins: 0,
  messages: 0,
  bytes: 0,
  joinMs: [],
  bidMs: [],
  outcomes: {},
  errors: {},
  arrivals: [],
  servers: [],
  history: [],
  receptions: [],
  leaks: [],
  lateMs: 0,
  dropped: 0,
  lagMs: 0,
  cpu: 0,
  ...more,
});

describe('the tally', () => {
  it('measures deliveries from the bid, whether its receipt or its frames arrive first, and the last one over all workers', () => {
    const tally = new Tally();
    tally.take(
      0,
      tick({ arrivals: [{ server: 0, auctionId: 1, afterSeq: 2, seq: 3, at: [[committedAtMs + 10, 4]] }] }),
    );
    tally.take(1, tick({ history: [receipt] }));
    tally.take(
      1,
      tick({ arrivals: [{ server: 0, auctionId: 1, afterSeq: 2, seq: 3, at: [[committedAtMs + 30, 1]] }] }),
    );
    tally.finish();
    expect(tally.delivery.percentiles()).toMatchObject({ count: 5, max: 30 });
    expect(Math.round(tally.delivery.at(50))).toBe(10);
    expect(tally.lastWatcher.percentiles()).toMatchObject({ count: 1, max: 30 });
    expect(tally.open).toBe(10);
  });

  it('measures an overtaken bid from its own decision to the frame that shows the later price', () => {
    const tally = new Tally();
    const receiptOf = (seq: number, afterMs: number): HistoryEvent => ({
      ...receipt,
      reply: { auction_id: 1, seq, serverTime: new Date(committedAtMs + afterMs).toISOString() },
    });
    // Bids 4 and 5 were conflated: four watchers receive only 6. A fifth joined in the meantime and receives 6 only.
    tally.take(0, tick({ history: [receiptOf(4, 0), receiptOf(6, 90)] }));
    tally.take(
      0,
      tick({ arrivals: [{ server: 0, auctionId: 1, afterSeq: 3, seq: 6, at: [[committedAtMs + 100, 4]] }] }),
    );
    tally.take(
      1,
      tick({ arrivals: [{ server: 0, auctionId: 1, afterSeq: 5, seq: 6, at: [[committedAtMs + 120, 1]] }] }),
    );
    tally.take(1, tick({ history: [receiptOf(5, 40)] }));
    tally.finish();
    expect(tally.delivery.percentiles()).toMatchObject({ count: 13, max: 100 });
    expect(tally.lastWatcher.percentiles()).toMatchObject({ count: 3, max: 100 });
    expect(Math.round(tally.lastWatcher.at(1))).toBe(30);
    expect(tally.overtaken).toEqual({ bids: 2, deliveries: 8, undelivered: 0 });
  });

  it('counts acknowledged bids that reached no watcher', () => {
    const tally = new Tally();
    tally.take(0, tick({ history: [receipt] }));
    // A frame whose bid was never acknowledged to the driver is ignored.
    tally.take(
      0,
      tick({ arrivals: [{ server: 0, auctionId: 2, afterSeq: 0, seq: 1, at: [[committedAtMs, 1]] }] }),
    );
    tally.finish();
    expect(tally.overtaken).toEqual({ bids: 0, deliveries: 0, undelivered: 1 });
    expect(tally.delivery.percentiles().count).toBe(0);
  });

  it('keeps what the clients of each server saw', () => {
    const tally = new Tally(['http://a', 'http://b']);
    const seen = {
      open: 2,
      joins: 2,
      messages: 9,
      bytes: 90,
      commands: 1,
      errors: 0,
      joinMs: [4, 8],
      bidMs: [20],
    };
    const arrival = { auctionId: 1, afterSeq: 2, seq: 3 };
    tally.phase = 'running';
    tally.take(0, tick({ history: [receipt], servers: [seen, { ...seen, errors: 3 }] }));
    tally.take(1, tick({ servers: [seen, { ...seen, open: 5, messages: 1 }] }));
    tally.take(
      0,
      tick({
        arrivals: [
          { ...arrival, server: 0, at: [[committedAtMs + 10, 4]] },
          { ...arrival, server: 1, at: [[committedAtMs + 90, 1]] },
        ],
      }),
    );
    tally.finish();
    const [a, b] = tally.servers();
    expect(a).toMatchObject({ url: 'http://a', sockets: 4, joins: 4, messages: 18, bytes: 180, commands: 2 });
    expect(b).toMatchObject({ url: 'http://b', sockets: 7, messages: 10, errors: 3 });
    expect(a?.delivery).toMatchObject({ count: 4, max: 10 });
    expect(b?.delivery).toMatchObject({ count: 1, max: 90 });
    expect(b?.join.count).toBe(4);
    expect(a?.timeline).toEqual([
      { sockets: 4, messages: 18, p95: expect.closeTo(10, 0), p99: expect.closeTo(10) },
    ]);
    expect(tally.delivery.count).toBe(5);
  });

  it('counts messages of the measured time only, and joins from the start', () => {
    const tally = new Tally();
    tally.take(0, tick({ messages: 9, bytes: 900, joins: 5 }));
    tally.phase = 'running';
    tally.take(0, tick({ messages: 2, bytes: 200, joins: 1 }));
    expect(tally.totals).toMatchObject({ messages: 2, bytes: 200, joins: 6 });
  });

  it('distinguishes refusals by the rules from errors', () => {
    const tally = new Tally();
    tally.take(0, tick({ outcomes: { accepted: 3, ALREADY_LEADING: 2, RATE_LIMITED: 1, unknown: 1 } }));
    expect(tally.totals).toMatchObject({ accepted: 3, refused: 2, errors: 2 });
    expect(tally.errorKinds).toEqual({ 'command: RATE_LIMITED': 1, 'command: unknown': 1 });
  });
});

describe('saturation', () => {
  it('is reported only if the driver was too busy', () => {
    const { timeline } = goodResult();
    expect(describeSaturation(timeline, 10)).toBeNull();
    expect(describeSaturation(timeline, 900)).toContain('900 ms later');
    const busy = timeline.map((second) => ({ ...second, cpu: 0.97 }));
    expect(describeSaturation(busy, 10)).toContain('core in 100 % of the seconds');
    const connecting = busy.map((second) => ({ ...second, phase: 'connecting' as const }));
    expect(describeSaturation(connecting, 10)).toBeNull();
  });
});

describe('a run on several machines', () => {
  it('has the percentiles of all samples, not an average of those of the machines', () => {
    const random = seeded(5);
    const tally = new Tally([''], 3, 2);
    const all = new Latencies();
    for (let worker = 0; worker < 6; worker += 1) {
      // The machines are unequally fast, and have unequally many samples.
      const agent = Math.floor(worker / 2);
      const bidMs = Array.from({ length: 50 + 400 * agent }, () => random.gap(20 + 200 * agent));
      for (const ms of bidMs) all.record(ms);
      tally.take(worker, tick({ bidMs, joinMs: bidMs }));
    }
    expect(tally.bid.percentiles()).toEqual(all.percentiles());
    expect(tally.join.percentiles()).toEqual(all.percentiles());
    const [first, , third] = tally.drivers;
    expect([first?.bid.count, third?.bid.count]).toEqual([100, 1_700]);
    expect(third?.bid.at(99)).toBeGreaterThan(4 * (first?.bid.at(99) ?? 0));
  });

  it('judges each machine on its own', () => {
    const tally = new Tally([''], 2, 1);
    tally.phase = 'running';
    for (let second = 0; second < 5; second += 1) {
      tally.take(0, tick({ cpu: 0.99 }));
      tally.take(1, tick({ cpu: 0.2, lateMs: 900, dropped: 2 }));
      tally.busy({ cpu: 0.1, lagMs: 0 });
      expect(tally.endSecond()).toMatchObject({ cpu: 0.99, dropped: 2 });
    }
    const saturation = tally.drivers.map(({ seconds, lateMs }, at) =>
      describeSaturation(seconds, lateMs, `agent ${at}`),
    );
    expect(saturation[0]).toContain('agent 0 was saturated: one of its processes used more than 90 %');
    expect(saturation[1]).toContain('agent 1 was saturated: a step began 900 ms later');
    expect(saturation[2]).toBeNull();
    expect(tally.drivers.map(({ dropped }) => dropped)).toEqual([0, 10, 0]);
    expect(tally.totals.dropped).toBe(10);
  });
});
