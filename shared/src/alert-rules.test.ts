import { expect, it } from 'vitest';
import { isLate, redFacts } from './alert-rules.ts';
import type { OperatorOverview, WaitingQueue } from './console.ts';

const at = '2026-11-21T19:00:00.000Z';
const overview: OperatorOverview = {
  queues: [],
  money: {
    as_of: null,
    owed: { available: 0, held: 0, bonus: 0, other: 0, total: 0 },
    today: null,
    week: null,
    month: null,
  },
  audit: { ended_at: at, ok: true, error: null },
  jobs: [{ name: 'mail', waiting: 3, active: 0, later: 0, failed: 0 }],
  overdue: [{ kind: 'auction', seconds: 10 }],
  replication: { state: 'none', wanted: false, standbys: [], slots: [], unconfirmed: 0 },
  backup: {
    state: 'ok',
    checked_at: at,
    taken_at: at,
    newest_at: at,
    seconds: 1,
    bytes: 1,
    missing: 0,
    error: null,
  },
  server_time: at,
};

const queue = (name: string, oldest_at: string | null, overdue = 0): WaitingQueue => ({
  queue: name,
  waiting: 2,
  overdue,
  by_status: overdue > 0 ? [{ status: 'pending', waiting: 2, overdue }] : [],
  oldest_at,
  oldest: null,
});

it('O1 a queue is late with an item past its due time; one whose items have none, after a day', () => {
  const pending = { ...queue('payments', null), by_status: [{ status: 'pending', waiting: 2, overdue: 0 }] };
  expect([isLate(pending, 25 * 3_600_000), isLate(queue('payments', null, 1), 0)]).toEqual([false, true]);
  const orders = queue('orders', null);
  expect([isLate(orders, 23 * 3_600_000), isLate(orders, 25 * 3_600_000)]).toEqual([false, true]);
});

it('O1 red are late queues, an audit with errors, late ends, failing jobs, a missing standby and a bad backup', () => {
  const punctual = [queue('payments', '2026-11-21T18:45:00.000Z'), queue('orders', null)];
  expect(redFacts({ ...overview, queues: punctual })).toEqual([]);
  const red = redFacts({
    ...overview,
    queues: [...punctual, queue('heist-orders', '2026-11-20T17:59:00.000Z'), queue('trades', at, 1)],
    audit: { ended_at: at, ok: false, error: 'wallets 7 differs' },
    overdue: [{ kind: 'auction', seconds: 10.5 }],
    jobs: [{ name: 'mail', waiting: 3, active: 0, later: 0, failed: 2 }],
    replication: { ...overview.replication, wanted: true, state: 'asynchronous' },
    backup: { ...overview.backup, state: 'failed', error: 'the disk is full' },
  });
  expect(red.map(({ key, detail }) => [key, detail])).toEqual([
    ['queue:heist-orders', '2 waiting, the oldest for 1501 minutes.'],
    ['queue:trades', '2 waiting, 1 past due, the oldest for 0 minutes.'],
    ['audit', 'wallets 7 differs'],
    ['close:auction', 'The earliest is 10 seconds overdue.'],
    ['jobs:mail', '2 failed.'],
    ['standby', 'It is asynchronous.'],
    ['backup', 'the disk is full'],
  ]);
});
