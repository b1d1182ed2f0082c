import { paths } from '@copup/shared/page-paths.ts';
import { useTitle } from '../../lib/use-title.ts';
import { Page as PageBody, PageHeader } from '../../ui/page-header.tsx';
import { OrderList } from './order-list.tsx';

export function Page() {
  useTitle('Orders');
  return (
    <>
      <PageHeader title="Recent Orders" backTo={paths.dashboard} closes />
      <PageBody>
        <p className="-mt-1 text-sm text-ink-2">Below are your most recent orders</p>
        <OrderList />
      </PageBody>
    </>
  );
}
