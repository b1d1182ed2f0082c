import { paths } from '@copup/shared/page-paths.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { Page as PageBody, PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState } from '../../../ui/states.tsx';

/** Always empty and without a request, because heists are not open yet. */
export function Page() {
  useTitle('Heist Cart');
  return (
    <>
      <PageHeader title="Heist Cart" backTo={paths.cartHome} />
      <PageBody>
        <EmptyState title="Your cart is empty">What you win in heists waits here for you.</EmptyState>
      </PageBody>
    </>
  );
}
