import { inCoins } from '@copup/shared/coins.ts';
import type { AdminTrade } from '@copup/shared/trades.ts';
import { QueueItemPage } from '../../../console/items/queue-item-page.tsx';
import { showMoment } from '../../../console/local-time.ts';
import { showNaira } from '../../../console/naira-field.ts';
import type { QueueKind } from '../../../console/queue/decision.ts';
import { QueuePage } from '../../../console/queue/queue-page.tsx';
import { approvalLists } from './approval-lists.ts';

/** W4: trades whose buyer has proved a payment. */
const trades: QueueKind<AdminTrade> = {
  resource: 'trades',
  noun: 'trade',
  lists: [approvalLists[0], { status: 'disputed', name: 'Disputed', sort: 'due' }, ...approvalLists.slice(1)],
  amountOf: ({ price }) => showNaira(price),
  subLine: ({ bid_points, trader }) => `${inCoins(bid_points)}, ${trader}`,
  facts: ({ trader, note, due_at, stock_until }) => [
    ['Trader', trader],
    ...(note === null ? [] : [['Dispute', note] as const]),
    ...(due_at === null ? [] : [['Decide until', showMoment(due_at)] as const]),
    ...(stock_until === null ? [] : [['Waits for coins until', showMoment(stock_until)] as const]),
  ],
  // The evidence of a dispute is what there is to decide by.
  pictureOf: ({ screenshot, evidence }) => evidence ?? screenshot,
  readsConsequences: true,
  decisions({ status, stock_until, price, trader }) {
    if (status !== 'pending' && (status !== 'disputed' || stock_until !== null)) return [];
    const isDisputed = status === 'disputed';
    return [
      {
        action: 'approve',
        button: `Approve ${showNaira(price)}`,
        needs: 'bank_reference',
        consequences: [`They come from the stock of ${trader}`],
      },
      {
        action: 'reject',
        needs: 'reason',
        reasons: ['Not in the bank', 'Wrong amount', 'Unreadable'],
        consequences: [
          isDisputed ? 'The buyer cannot dispute it again' : `The reserved coins go back to ${trader}`,
        ],
      },
    ];
  },
};

export const Page = () => <QueuePage kind={trades} />;
export const ItemPage = () => <QueueItemPage kind={trades} />;
