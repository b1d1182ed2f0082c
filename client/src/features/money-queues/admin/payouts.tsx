import { formatNaira, inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import { isUndecided } from '@copup/shared/payout-sending.ts';
import type { AdminPayout } from '@copup/shared/payouts.ts';
import { Link } from 'react-router-dom';
import { QueueItemPage } from '../../../console/items/queue-item-page.tsx';
import { showMoment } from '../../../console/local-time.ts';
import type { Decision, QueueKind } from '../../../console/queue/decision.ts';
import { QueuePage } from '../../../console/queue/queue-page.tsx';
import { riskWords } from '../../../console/send-hold.ts';

type Sending = NonNullable<AdminPayout['sending']>;

/** W3, W19: payouts to approve and to pay, and those that the provider sends. */
const payouts: QueueKind<AdminPayout> = {
  resource: 'payouts',
  noun: 'payout',
  lists: [
    { status: 'pending', name: 'To approve', sort: 'due' },
    { status: 'approved', name: 'To pay', sort: 'due' },
    { status: '', name: 'All' },
  ],
  amountOf: ({ amount }) => formatNaira(amount),
  subLine: ({ bid_points, bank_name, awaits_sending, sending }) =>
    `${inCoins(bid_points)}, ${bank_name}${awaits_sending ? ', waits to be sent' : sending && isUndecided(sending.state) ? ', on its way' : ''}`,
  facts: ({
    bank_name,
    account_number,
    account_name,
    name_checked,
    rate,
    ended_at,
    on_hold,
    user_id,
    sending,
  }) => [
    ...(on_hold ? [['On hold', <HoldLink key="hold" userId={user_id} />] as const] : []),
    ['Bank', bank_name],
    ['Account number', account_number],
    [name_checked ? 'Name at the bank' : 'Account name', account_name],
    ['Rate', `${formatNaira(rate)} a coin`],
    ...(ended_at ? [['Ended', showMoment(ended_at)] as const] : []),
    ...(sending ? sendingFacts(sending) : []),
  ],
  warnings: ({ name_differs, account_name, full_name, on_hold, sending, status }) => [
    ...(sending?.contradiction ? [`${sending.contradiction} Check it at the provider.`] : []),
    ...(sending?.state === 'unclear' && status === 'approved' ? [unclearText] : []),
    ...(on_hold ? [`On hold: ${riskWords[on_hold]}.`] : []),
    ...(name_differs
      ? [`The account name “${isolate(account_name)}” differs from ${isolate(full_name)}.`]
      : []),
  ],
  readsConsequences: true,
  decisions({ status, bid_points, amount, on_hold, awaits_sending, sending }) {
    const give = formatNaira(amount);
    const refused = on_hold ? [`Refused now: ${riskWords[on_hold]}`] : [];
    if (status === 'pending') {
      return [
        {
          action: 'approve',
          button: `Approve ${give}`,
          consequences: [...refused, `Then ${give} is paid to the bank account`],
        },
        {
          action: 'reject',
          needs: 'reason',
          reasons: ['The account name differs', 'Wrong account number'],
        },
      ];
    }
    // The provider decides about one that is on its way (W19).
    if (status !== 'approved' || (sending && isUndecided(sending.state))) return [];
    const pay: Decision = {
      action: 'pay',
      button: `Mark ${give} as paid`,
      needs: 'bank_reference',
      consequences: [...refused, 'Enter the reference after you have sent the money'],
    };
    return [
      ...(awaits_sending ? [] : [pay]),
      {
        action: 'return',
        button: `Return ${inCoins(bid_points)}`,
        needs: 'reason',
        reasons: ['The bank returned it', 'Wrong account number', 'Account closed'],
      },
    ];
  },
  bulk: {
    status: 'approved',
    file: { action: 'bank-file', name: 'Bank file', filename: 'copup-payouts.csv' },
    decisions: [
      {
        action: 'pay',
        button: (count) => `Mark ${count} as paid`,
        needs: 'bank_reference',
        consequence: (count) =>
          `Mark ${count === 1 ? 'it' : 'them'} after the bank has accepted the file. The reference is that of the bank for the file.`,
      },
    ],
  },
};

const unclearText =
  'The provider does not know this transfer. It is not sent again. Look for it at the provider before you pay or return it.';

const sendingWords: Record<Sending['state'], string> = {
  asked: 'No reply of the provider yet',
  accepted: 'On its way',
  unclear: 'Unclear',
  refused: 'Refused, nothing was sent',
  paid: 'Paid by the provider',
  failed: 'Failed at the provider',
};
const sendingFacts = ({ state, started_at, reference, provider_id, message }: Sending) => [
  ['Sending', sendingWords[state]] as const,
  ['Sent', showMoment(started_at)] as const,
  ['Our reference', reference] as const,
  ...(provider_id ? [['Transfer', provider_id] as const] : []),
  ...(message ? [['The provider says', message] as const] : []),
];

export const Page = () => <QueuePage kind={payouts} />;
export const ItemPage = () => <QueueItemPage kind={payouts} />;

/** W5a: the page lists the purchases, and what is owed after a chargeback. */
const HoldLink = ({ userId }: { userId: string }) => (
  <Link
    to={`${operatorPath(operatorPaths.ledger)}?user=${userId}`}
    className="inline-flex min-h-tap items-center font-semibold text-brand"
  >
    Purchases and debts of the player
  </Link>
);
