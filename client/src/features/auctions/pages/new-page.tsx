import { useTitle } from '../../../lib/use-title.ts';
import { Page as PageBody, PageHeader } from '../../../ui/page-header.tsx';
import { NewAuctions } from '../new/new-auctions.tsx';
import { auctionPaths } from '../paths.ts';

export function Page() {
  useTitle('New auctions');
  return (
    <>
      <PageHeader title="New auctions" backTo={auctionPaths.auctions} />
      <PageBody>
        <NewAuctions />
      </PageBody>
    </>
  );
}
