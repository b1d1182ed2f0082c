import { formatNumber } from '@copup/shared/coins.ts';
import type { AdminTrade } from '@copup/shared/trades.ts';
import { inCoins } from '../../../console/coin-words.ts';
import { showMoment } from '../../../console/local-time.ts';
import type { QueueKind } from '../../../console/queue/decision.ts';
import { QueuePage } from '../../../console/queue/queue-page.tsx';
import { showNaira } from './naira-field.ts';

const trades: QueueKind<AdminTrade> = {
  resource: 'trades',
  noun: 'trade',
  lists: [
    { status: 'pending', name: 'Waiting' },
    { status: 'approved', name: 'Approved' },
    { status: 'rejected', name: 'Rejected' },
    { status: '', name: 'All' },
  ],
  // The coins are reserved for 30 minutes (W4).
  warnAfterMs: 15 * 60_000,
  amountOf: ({ price }) => showNaira(price),
  subLine: ({ bid_points, trader }) => `${formatNumber(bid_points)} coins, ${trader}`,
  facts: ({ trader, expires_at }) => [
    ['Trader', trader],
    ['Expires', showMoment(expires_at)],
  ],
  pictureOf: ({ screenshot }) => screenshot,
  decisions: ({ status, bid_points, price, full_name, trader }) =>
    status === 'pending'
      ? [
          {
            action: 'approve',
            title: 'Approve',
            button: `Approve ${showNaira(price)}`,
            look: 'ink',
            needs: 'bank_reference',
            consequences: [`${inCoins(bid_points)} of ${trader} go to ${full_name} at once`],
            done: `Trade of ${full_name} approved`,
          },
          {
            action: 'reject',
            title: 'Reject',
            button: 'Reject trade',
            look: 'danger',
            needs: 'reason',
            reasons: ['Not in the bank', 'Wrong amount', 'Unreadable'],
            consequences: [`The coins go back to ${trader}. ${full_name} sees your reason.`],
            done: `Trade of ${full_name} rejected`,
          },
        ]
      : [],
};

/** W4: trades with the buyers' screenshots. */
export function Page() {
  return <QueuePage kind={trades} />;
}
