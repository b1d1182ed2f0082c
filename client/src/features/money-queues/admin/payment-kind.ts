import { inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import type { AdminPayment } from '@copup/shared/shop.ts';
import type { QueueKind } from '../../../console/queue/decision.ts';
import { approvalLists } from './approval-lists.ts';
import { showNaira } from './naira-field.ts';

export const payments: QueueKind<AdminPayment> = {
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
  decisions: ({ status, price, full_name }) =>
    status === 'pending'
      ? [
          {
            action: 'approve',
            title: 'Approve',
            button: `Approve ${showNaira(price)}`,
            look: 'ink',
            needs: 'bank_reference',
            consequences: [],
            done: `Payment of ${isolate(full_name)} approved`,
          },
          {
            action: 'reject',
            title: 'Reject',
            button: 'Reject payment',
            look: 'danger',
            needs: 'reason',
            reasons: ['Not in the bank', 'Wrong amount', 'Paid from another name'],
            consequences: [],
            done: `Payment of ${isolate(full_name)} rejected`,
          },
        ]
      : [],
};
