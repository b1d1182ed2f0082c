import { inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import type { AdminPayment } from '@copup/shared/shop.ts';
import { QueueItemPage } from '../../../console/items/queue-item-page.tsx';
import { showTime } from '../../../console/local-time.ts';
import { showNaira } from '../../../console/naira-field.ts';
import type { Decision, QueueKind } from '../../../console/queue/decision.ts';
import { QueuePage } from '../../../console/queue/queue-page.tsx';
import { approvalLists } from './approval-lists.ts';

/** W2, W2a: bank transfers for packages, also of another amount than the price. */
const payments: QueueKind<AdminPayment> = {
  resource: 'payments',
  noun: 'payment',
  lists: [
    { status: 'waiting', name: 'Waiting', sort: 'due' },
    { status: 'underpaid', name: 'Short' },
    ...approvalLists.slice(1),
  ],
  waitsForOwner: ({ status }) => status === 'underpaid',
  amountOf: ({ price, next_return: back }) => showNaira(back?.amount ?? price),
  subLine: (item) =>
    item.next_return
      ? `To return to ${isolate(item.next_return.sender)}`
      : item.status === 'underpaid'
        ? `${showNaira(item.price - arrivedOf(item))} is missing`
        : `${inCoins(item.bid_points)}, ${item.reference}`,
  facts: ({ price, sender_account_name, reference, transfers, choice, rest_until, finding, ...item }) => [
    ...(finding ? [['Not credited by itself', finding] as const] : []),
    ...(finding && item.proposed ? [['Proposed', proposals[item.proposed]] as const] : []),
    ...(item.next_return ? [['Price', showNaira(price)] as const] : []),
    ['Sender', sender_account_name],
    ['Reference', reference],
    ...transfers.map(
      ({ amount, sender, bank_reference, sent_at }) =>
        [
          amount > 0 ? 'Arrived' : 'Returned',
          `${showNaira(Math.abs(amount))}, ${isolate(sender)}, ${bank_reference}, ${showTime(sent_at)}`,
        ] as const,
    ),
    ...(choice ? [['The buyer', choice === 'rest' ? 'sent the rest' : 'wants the money back'] as const] : []),
    ...(rest_until ? [['Rest until', showTime(rest_until)] as const] : []),
  ],
  readsConsequences: true,
  decisions: decisionsOf,
};

/** What the server proposes for a transfer that it did not credit by itself (W18). */
const proposals = {
  approve: 'Approve it',
  reject: 'Reject it, so that the money goes back',
  return: 'Send the money back',
} as const;

const arrivedOf = ({ transfers }: AdminPayment): number =>
  transfers.reduce((sum, { amount }) => sum + Math.max(0, amount), 0);

function decisionsOf(item: AdminPayment): Decision[] {
  const { status, price, transfers, next_return: back } = item;
  const arrived = arrivedOf(item);
  const record: Decision = {
    action: 'record',
    needs: 'transfer',
    button: 'Record what arrived',
    outcome: (naira) => outcomeOf(status, price - arrived - naira),
  };
  if (back) {
    const to = `${showNaira(back.amount)} to ${isolate(back.sender)}`;
    return [
      {
        action: 'return',
        needs: 'bank_reference',
        button: `Mark ${showNaira(back.amount)} as returned`,
        consequences: [
          `Send ${to}, where ${back.bank_reference} came from, then enter the reference of your transfer`,
        ],
      },
      ...(status === 'returning' ? [record] : []),
    ];
  }
  if (status === 'underpaid') return [record];
  if (status !== 'pending') return [];
  const reasons = ['Not in the bank', 'Paid from another name'];
  const reject: Decision = {
    ...{ action: 'reject', needs: 'reason', reasons },
    ...(arrived > 0 && { consequences: [`${showNaira(arrived)} goes back`] }),
  };
  if (arrived > 0 && arrived < price) return [record, reject];
  const approve: Decision = { action: 'approve', button: `Approve ${showNaira(price)}` };
  const proof = transfers.at(-1);
  if (!proof) return [{ ...approve, needs: 'bank_reference' }, record, reject];
  const extra = arrived - price;
  return [
    {
      ...approve,
      sends: { bank_reference: proof.bank_reference },
      consequences: extra > 0 ? [`${showNaira(extra)} more than the price then goes back`] : [],
    },
    record,
    reject,
  ];
}

/** What recording an amount leads to; `missing` is what is then missing of the price, below zero for an extra. */
function outcomeOf(status: AdminPayment['status'], missing: number): string {
  if (status === 'returning') return 'goes back too';
  if (missing > 0) return `${showNaira(missing)} is missing, the buyer chooses`;
  return missing < 0 ? `${showNaira(-missing)} goes back after the approval` : 'the whole price';
}

export const Page = () => <QueuePage kind={payments} />;
export const ItemPage = () => <QueueItemPage kind={payments} />;
