import { inCoins } from '@copup/shared/coins.ts';
import type { AdminPayment } from '@copup/shared/shop.ts';
import { QueueItemPage } from '../../../console/items/queue-item-page.tsx';
import { showNaira } from '../../../console/naira-field.ts';
import type { QueueKind } from '../../../console/queue/decision.ts';
import { QueuePage } from '../../../console/queue/queue-page.tsx';
import { approvalLists } from './approval-lists.ts';

/** W2: bank transfers for packages. */
const payments: QueueKind<AdminPayment> = {
  resource: 'payments',
  noun: 'payment',
  lists: approvalLists,
  warnAfterMs: 30 * 60_000,
  amountOf: ({ price }) => showNaira(price),
  subLine: ({ bid_points, reference }) => `${inCoins(bid_points)}, ${reference}`,
  facts: ({ sender_account_name, reference }) => [
    ['Sender', sender_account_name],
    ['Reference', reference],
  ],
  readsConsequences: true,
  decisions({ status, price }) {
    if (status !== 'pending') return [];
    const reasons = ['Not in the bank', 'Wrong amount', 'Paid from another name'];
    return [
      { action: 'approve', button: `Approve ${showNaira(price)}`, needs: 'bank_reference' },
      { action: 'reject', needs: 'reason', reasons },
    ];
  },
};

export const Page = () => <QueuePage kind={payments} />;
export const ItemPage = () => <QueueItemPage kind={payments} />;
