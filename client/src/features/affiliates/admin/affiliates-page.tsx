import type { AdminReferrer } from '@copup/shared/affiliates.ts';
import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type Column, numberColumn } from '../../../console/columns.tsx';
import { showDay } from '../../../console/local-time.ts';
import { RecordsList } from '../../../console/records-list.tsx';
import { call } from '../../../lib/calls.ts';
import { useFresh } from '../../../lib/read-query.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { ReferralsList } from './referrals-list.tsx';
import { UserLink } from './user-link.tsx';

const tabs = [
  { value: 'referrals', name: 'Referrals' },
  { value: 'referrers', name: 'Referrers' },
] as const;
type View = (typeof tabs)[number]['value'];

/** T2, T5: who referred whom, suspicious referrers, and claims that wait for funds. */
export function Page() {
  const [view, setView] = useState<View>('referrals');
  const navigate = useNavigate();
  // Page, order and filters in the address belong to one list.
  const show = (chosen: View, filter: object = {}) => {
    void navigate({ search: `?${new URLSearchParams({ filter: JSON.stringify(filter) })}` });
    setView(chosen);
  };
  return (
    <>
      <UnfundedNote />
      <Tabs label="List" value={view} onChange={(chosen) => show(chosen)} tabs={tabs} />
      {view === 'referrals' ? (
        <ReferralsList />
      ) : (
        <ReferrersList onReferrals={({ username }) => show('referrals', { q: username })} />
      )}
    </>
  );
}

const columns: Column<AdminReferrer>[] = [
  { name: 'Referrer', cell: ({ username }) => <UserLink username={username} />, isName: true },
  numberColumn('Referrals', (row) => row.referrals),
  { ...numberColumn('Flagged', (row) => row.flagged, 'flagged'), isOnPhones: true },
  numberColumn('Coins claimed', (row) => row.claimed),
  { name: 'Registered', cell: ({ registered_at }) => showDay(registered_at) },
];
const sort = { field: 'flagged', order: 'DESC' } as const;

/** Users whose links were used; those with the most flagged referrals come first. */
function ReferrersList({ onReferrals }: { onReferrals: (referrer: AdminReferrer) => void }) {
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

/** T5: rewards that were claimed and could not be paid; operators fund them (O3a). */
function UnfundedNote() {
  const { data } = useFresh(['unfunded-claims'], (signal) =>
    call('GET /admin/affiliates/unfunded', { signal }),
  );
  if (!data || data.items.length === 0 || data.owed <= data.rewards) return null;
  return (
    <Note
      look="warn"
      role="status"
      title={`Claimed rewards of ${inCoins(data.owed)} wait; the fund holds ${inCoins(data.rewards)}`}
      action={
        <ButtonLink look="line" size="sm" to={operatorPath(operatorPaths.approvals)}>
          Fund rewards
        </ButtonLink>
      }
    >
      {data.items
        .slice(0, 3)
        .map(
          ({ referrer, subject_name, bid_points }) =>
            `${referrer}: ${inCoins(bid_points)} for ${isolate(subject_name)}`,
        )
        .join('. ')}
      {data.items.length > 3 ? ` and ${data.items.length - 3} more.` : '.'}
    </Note>
  );
}
