import type { AdminReferrer } from '@copup/shared/affiliates.ts';
import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import { type Column, numberColumn } from '../../../console/columns.tsx';
import { showDay } from '../../../console/local-time.ts';
import { RecordsList } from '../../../console/records-list.tsx';
import { UserLink } from './user-link.tsx';

const columns: Column<AdminReferrer>[] = [
  { name: 'Referrer', cell: ({ username }) => <UserLink username={username} />, isName: true },
  numberColumn('Referrals', (row) => row.referrals),
  { ...numberColumn('Flagged', (row) => row.flagged, 'flagged'), isOnPhones: true },
  numberColumn('Coins claimed', (row) => row.claimed),
  { name: 'Registered', cell: ({ registered_at }) => showDay(registered_at) },
];
const sort = { field: 'flagged', order: 'DESC' } as const;

/** Users whose links were used; those with the most flagged referrals come first. */
export function ReferrersList({ onReferrals }: { onReferrals: (referrer: AdminReferrer) => void }) {
  return (
    <RecordsList<AdminReferrer>
      resource="affiliate-referrers"
      label="Referrers"
      sort={sort}
      columns={columns}
      nameOf={({ username }) => username}
      subLine={({ referrals, claimed, registered_at }) =>
        `${formatNumber(referrals)} referrals, ${inCoins(claimed)} claimed, registered ${showDay(registered_at)}`
      }
      isWarned={({ flagged }) => flagged > 0}
      actions={(referrer) => [
        {
          name: 'Referrals',
          label: `Referrals of ${referrer.username}`,
          onPress: () => onReferrals(referrer),
        },
      ]}
    />
  );
}
