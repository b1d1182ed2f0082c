import { paths } from '@copup/shared/page-paths.ts';
import { Link, useSearchParams } from 'react-router-dom';
import { BalancePill } from '../../../balance/balance-pill.tsx';
import { useSignedInUser } from '../../../lib/session.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { Avatar } from '../../../ui/art/avatar.tsx';
import { Page as PageBody, PageHeader } from '../../../ui/page-header.tsx';
import { CategoryTabs } from '../category-tabs.tsx';
import { FeaturedAuctions } from '../featured-auctions.tsx';
import { categoryOf } from '../queries.ts';
import { useEntriesOnOtherDevices } from '../use-auction.ts';

export function Page() {
  useTitle('Auctions');
  useEntriesOnOtherDevices();
  const user = useSignedInUser();
  const [search] = useSearchParams();
  const category = categoryOf(search);
  return (
    <>
      <PageHeader title="Auctions">
        <BalancePill className="h-9 rounded-full bg-surface px-3 shadow-1" />
        <Link to={paths.profile} className="rounded-full lg:hidden">
          <span className="sr-only">My Account</span>
          <Avatar name={user.full_name} username={user.username} picture={user.profile} size={44} />
        </Link>
      </PageHeader>
      <PageBody>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5 lg:gap-5.5">
          <CategoryTabs chosen={category} />
          <FeaturedAuctions key={category} category={category} />
          <Link
            to={paths.newAuctions}
            className="inline-flex min-h-tap items-center justify-self-start text-sm font-semibold text-brand"
          >
            New auctions
          </Link>
        </div>
      </PageBody>
    </>
  );
}
