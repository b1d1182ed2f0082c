import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Tabs } from '../../../ui/tabs.tsx';
import { ReferralsList } from './referrals-list.tsx';
import { ReferrersList } from './referrers-list.tsx';
import { UnfundedNote } from './unfunded-note.tsx';

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
