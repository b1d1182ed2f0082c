import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import type { WaitingQueue } from '@copup/shared/console.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { UPLOAD_OVERDUE_HOURS } from '@copup/shared/task-limits.ts';
import { inWords } from '../../../console/capitalized.ts';

const HOUR_MS = 3_600_000;
/** Items that wait longer are emphasised: money within half an hour, screenshots of tasks when overdue, the others within a day. */
const warnAfterMs: Readonly<Record<string, number>> = {
  payments: HOUR_MS / 2,
  trades: HOUR_MS / 4,
  'task-uploads': UPLOAD_OVERDUE_HOURS * HOUR_MS,
};
const DAY_MS = 24 * HOUR_MS;

export const isLate = (queue: string, ageMs: number): boolean => ageMs > (warnAfterMs[queue] ?? DAY_MS);

interface Words {
  title: string;
  detail: string;
}

/** Describes the item that waits longest, and how many others do. */
export function decideWords({ queue, waiting, oldest }: WaitingQueue): Words {
  const others = waiting > 1 ? `${formatNumber(waiting - 1)} more` : '';
  if (!oldest) return { title: inWords(queue), detail: `${formatNumber(waiting)} waiting` };
  const name = isolate(oldest.name ?? 'A player');
  const coins = inCoins(oldest.coins ?? 0);
  const naira = oldest.naira === null ? '' : `₦${formatNumber(Math.round(oldest.naira))}`;
  const item = isolate(oldest.item ?? '');
  const detail = (...parts: string[]) => [...parts, others].filter(Boolean).join(' · ');
  switch (queue) {
    case 'payments':
      return { title: `${name} paid for ${coins}`, detail: detail(naira) };
    case 'payouts':
      return { title: `${name} asks for a payout`, detail: detail(coins, `${naira} to ${item}`) };
    case 'trades':
      return { title: `${name} buys ${coins}`, detail: detail(`${naira} to ${item}`) };
    case 'approvals':
      return { title: 'A request needs a second operator', detail: detail(`Asked by ${name}`) };
    case 'orders':
    case 'heist-orders':
      return {
        title: `${formatNumber(waiting)} ${waiting === 1 ? 'order waits' : 'orders wait'} to be sent`,
        detail: `Oldest: ${item} for ${name}`,
      };
    case 'task-uploads':
      return { title: `${name} uploaded a screenshot`, detail: detail(item) };
    default:
      return { title: inWords(queue), detail: `${formatNumber(waiting)} waiting` };
  }
}
