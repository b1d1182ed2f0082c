import { paths } from '@copup/shared/page-paths.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { Page as PageBody, PageHeader } from '../../../ui/page-header.tsx';
import { JoinedAuctions } from '../joined-auctions.tsx';

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
