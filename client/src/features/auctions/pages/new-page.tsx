import { paths } from '@copup/shared/page-paths.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { Page as PageBody, PageHeader } from '../../../ui/page-header.tsx';
import { NewAuctions } from '../new/new-auctions.tsx';

export function Page() {
  useTitle('New auctions');
  return (
    <>
      <PageHeader title="New auctions" backTo={paths.auctions} />
      <PageBody>
        <NewAuctions />
      </PageBody>
    </>
  );
}
