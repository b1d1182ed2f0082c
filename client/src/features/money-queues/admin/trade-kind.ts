import { formatNumber } from '@copup/shared/coins.ts';
import type { AdminTrade } from '@copup/shared/trades.ts';
import { showMoment } from '../../../console/local-time.ts';
import type { QueueKind } from '../../../console/queue/decision.ts';
import { approvalLists } from './approval-lists.ts';
import { showNaira } from './naira-field.ts';

export const trades: QueueKind<AdminTrade> = {
  resource: 'trades',
  noun: 'trade',
  lists: approvalLists,
  // The coins are reserved for 30 minutes (W4).
  warnAfterMs: 15 * 60_000,
  amountOf: ({ price }) => showNaira(price),
  subLine: ({ bid_points, trader }) => `${formatNumber(bid_points)} coins, ${trader}`,
  facts: ({ trader, expires_at }) => [
    ['Trader', trader],
    ['Expires', showMoment(expires_at)],
  ],
  pictureOf: ({ screenshot }) => screenshot,
  readsConsequences: true,
  decisions: ({ status, price, full_name, trader }) =>
    status === 'pending'
      ? [
          {
            action: 'approve',
            title: 'Approve',
            button: `Approve ${showNaira(price)}`,
            look: 'ink',
            needs: 'bank_reference',
            consequences: [`They come from the stock of ${trader}`],
            done: `Trade of ${full_name} approved`,
          },
          {
            action: 'reject',
            title: 'Reject',
            button: 'Reject trade',
            look: 'danger',
            needs: 'reason',
            reasons: ['Not in the bank', 'Wrong amount', 'Unreadable'],
            consequences: [`The reserved coins go back to ${trader}`],
            done: `Trade of ${full_name} rejected`,
          },
        ]
      : [],
};
