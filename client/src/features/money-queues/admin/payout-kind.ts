import { formatNaira, inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import type { AdminPayout } from '@copup/shared/payouts.ts';
import { showMoment } from '../../../console/local-time.ts';
import type { Decision, QueueKind } from '../../../console/queue/decision.ts';

export const payouts: QueueKind<AdminPayout> = {
  resource: 'payouts',
  noun: 'payout',
  lists: [
    { status: 'pending', name: 'To approve' },
    { status: 'approved', name: 'To pay' },
    { status: '', name: 'All' },
  ],
  warnAfterMs: 24 * 3_600_000,
  amountOf: ({ amount }) => formatNaira(amount),
  subLine: ({ bid_points, bank_name }) => `${inCoins(bid_points)}, ${bank_name}`,
  facts: ({ bank_name, account_number, account_name, rate, ended_at }) => [
    ['Bank', bank_name],
    ['Account number', account_number],
    ['Account name', account_name],
    ['Rate', `${formatNaira(rate)} a coin`],
    ...(ended_at ? [['Ended', showMoment(ended_at)] as const] : []),
  ],
  warnings: ({ name_differs, account_name, full_name }) =>
    name_differs ? [`The account name “${isolate(account_name)}” differs from ${isolate(full_name)}.`] : [],
  readsConsequences: true,
  decisions: (payout) => {
    const { status, bid_points, amount, full_name } = payout;
    const give = formatNaira(amount);
    if (status === 'pending') {
      return [
        {
          action: 'approve',
          title: 'Approve',
          button: `Approve ${give}`,
          look: 'ink',
          consequences: [`Then pay ${give} to the bank account`],
          done: `Payout of ${isolate(full_name)} approved`,
        },
        reject(full_name),
      ];
    }
    if (status !== 'approved') return [];
    return [
      {
        action: 'pay',
        title: 'Paid',
        button: `Mark ${give} as paid`,
        look: 'ink',
        needs: 'bank_reference',
        consequences: ['Enter the reference after you have sent the money'],
        done: `Payout of ${isolate(full_name)} is paid`,
      },
      {
        action: 'return',
        title: 'Return',
        button: `Return ${inCoins(bid_points)}`,
        look: 'danger',
        needs: 'reason',
        reasons: ['The bank returned it', 'Wrong account number', 'Account closed'],
        consequences: [],
        done: `Payout of ${isolate(full_name)} returned`,
      },
    ];
  },
};

const reject = (fullName: string): Decision => ({
  action: 'reject',
  title: 'Reject',
  button: 'Reject payout',
  look: 'danger',
  needs: 'reason',
  reasons: ['The account name differs', 'Wrong account number'],
  consequences: [],
  done: `Payout of ${isolate(fullName)} rejected`,
});
