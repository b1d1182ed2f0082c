import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import { QueueItemPage } from '../../../console/items/queue-item-page.tsx';
import { trades } from './trade-kind.ts';

/** O1: one trade with its history. */
export function Page() {
  return <QueueItemPage kind={trades} list={{ to: operatorPath(operatorPaths.trades), name: 'Trades' }} />;
}
