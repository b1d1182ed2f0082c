import { paths } from '@copup/shared/page-paths.ts';
import { Link } from 'react-router-dom';
import { BalancePill } from '../../../balance/balance-pill.tsx';
import { useSignedInUser } from '../../../lib/session.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { Avatar } from '../../../ui/art/avatar.tsx';
import { Page as PageBody, PageHeader } from '../../../ui/page-header.tsx';
import { JoinedAuctions } from '../joined-auctions.tsx';
import { Watchlist } from '../offers/watchlist.tsx';

export function Page() {
  useTitle('Your Auctions');
  const user = useSignedInUser();
  return (
    <>
      <PageHeader title="Your Auctions" backTo={paths.dashboard}>
        <BalancePill className="h-9 rounded-full bg-surface px-3 shadow-1" />
        <Link to={paths.profile} className="rounded-full lg:hidden">
          <span className="sr-only">My Account</span>
          <Avatar name={user.full_name} username={user.username} picture={user.profile} size={44} />
        </Link>
      </PageHeader>
      <PageBody>
        <JoinedAuctions />
        <Watchlist />
      </PageBody>
    </>
  );
}
