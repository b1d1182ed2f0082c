import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import { QueueItemPage } from '../../../console/items/queue-item-page.tsx';
import { payments } from './payment-kind.ts';

/** O1: one payment with its history. */
export function Page() {
  return (
    <QueueItemPage kind={payments} list={{ to: operatorPath(operatorPaths.payments), name: 'Payments' }} />
  );
}
