import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import { QueueItemPage } from '../../../console/items/queue-item-page.tsx';
import { payouts } from './payout-kind.tsx';

/** O1: one payout with its history. */
export function Page() {
  return <QueueItemPage kind={payouts} list={{ to: operatorPath(operatorPaths.payouts), name: 'Payouts' }} />;
}
