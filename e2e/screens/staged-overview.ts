import type { OperatorOverview, WaitingQueue } from '@copup/shared/console.ts';

/** An overview with these queues, and nothing else to report. */
export function overviewOf(
  queues: readonly (Pick<WaitingQueue, 'queue' | 'waiting' | 'oldest_at'> & Partial<WaitingQueue>)[],
  at: string,
): OperatorOverview {
  return {
    queues: queues.map((queue) => ({ overdue: 0, by_status: [], oldest: null, ...queue })),
    money: {
      as_of: at,
      owed: { available: 0, held: 0, bonus: 0, other: 0, total: 0 },
      today: null,
      week: null,
      month: null,
    },
    audit: { ended_at: null, ok: null, error: null },
    jobs: [],
    overdue: [],
    replication: { state: 'none', wanted: false, standbys: [], slots: [], unconfirmed: 0 },
    backup: {
      state: 'none',
      checked_at: null,
      taken_at: null,
      newest_at: null,
      seconds: null,
      bytes: null,
      missing: null,
      error: null,
    },
    server_time: at,
  };
}
