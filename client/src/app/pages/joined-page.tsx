import { JoinedAuctions } from '../../features/auctions/joined-auctions.tsx';
import { useTitle } from '../../lib/use-title.ts';
import { Page as PageBody, PageHeader } from '../../ui/page-header.tsx';
import { paths } from '../paths.ts';

export function Page() {
  useTitle('Your Auctions');
  return (
    <>
      <PageHeader title="Your Auctions" backTo={paths.dashboard} />
      <PageBody>
        <JoinedAuctions />
      </PageBody>
    </>
  );
}
