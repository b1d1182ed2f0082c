/** What the overview marks red, for the page and for alerts. This file imports no schemas (see room-names.ts). */
import type { OperatorOverview, WaitingQueue } from './console.ts';
import { dueAfterMsOf } from './queues.ts';

const MINUTE_MS = 60_000;
/** As CloseOverdue of deploy/alerts.yml. */
const CLOSE_LATE_S = 10;

/** Whether an item of a queue is past its time; `ageMs` is that of the oldest, for a queue whose items have no due time. */
export const isLate = (
  { queue, overdue, by_status }: Omit<WaitingQueue, 'oldest'>,
  ageMs: number,
): boolean => (by_status.length > 0 ? overdue > 0 : ageMs > dueAfterMsOf(queue));
export const isCloseLate = ({ seconds }: OperatorOverview['overdue'][number]): boolean =>
  seconds > CLOSE_LATE_S;
export const isStandbyMissing = ({ wanted, state }: OperatorOverview['replication']): boolean =>
  wanted && state !== 'synchronous';
const isBackupBad = ({ state }: OperatorOverview['backup']): boolean =>
  state === 'overdue' || state === 'failed';

export interface RedFact {
  /** Names the cause: while it stays, the alert stands. */
  key: string;
  title: string;
  /** Without names of players. */
  detail: string;
}

/** Returns what is red, by the server's time of the overview. */
export function redFacts(overview: OperatorOverview): RedFact[] {
  const { queues, audit, overdue, jobs, replication, backup, server_time } = overview;
  const ageOf = (at: string | null) => (at === null ? 0 : Date.parse(server_time) - Date.parse(at));
  const minutes = (ms: number) => `${Math.floor(ms / MINUTE_MS)} minutes`;
  return [
    ...queues
      .filter((queue) => isLate(queue, ageOf(queue.oldest_at)))
      .map(({ queue, waiting, overdue: late, oldest_at }) => ({
        key: `queue:${queue}`,
        title: `The queue of ${queue.replaceAll('-', ' ')} is past due`,
        detail: `${waiting} waiting${late > 0 ? `, ${late} past due` : ''}, the oldest for ${minutes(ageOf(oldest_at))}.`,
      })),
    ...(audit.ok === false
      ? [{ key: 'audit', title: 'The ledger audit found errors', detail: audit.error ?? 'See the ledger.' }]
      : []),
    ...overdue.filter(isCloseLate).map(({ kind, seconds }) => ({
      key: `close:${kind}`,
      title: `An end of kind ${kind} is not settled`,
      detail: `The earliest is ${Math.floor(seconds)} seconds overdue.`,
    })),
    ...jobs
      .filter(({ failed }) => failed > 0)
      .map(({ name, failed }) => ({
        key: `jobs:${name}`,
        title: `Background work fails: ${name}`,
        detail: `${failed} failed.`,
      })),
    ...(isStandbyMissing(replication)
      ? [{ key: 'standby', title: 'The standby is not in sync', detail: `It is ${replication.state}.` }]
      : []),
    ...(isBackupBad(backup)
      ? [{ key: 'backup', title: `The backup is ${backup.state}`, detail: backup.error ?? 'See operations.' }]
      : []),
  ];
}
