import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import type { WaitingQueue } from '@copup/shared/console.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { inWords } from '../../../console/capitalized.ts';

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
