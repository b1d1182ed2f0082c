import { QueuePage } from '../../../console/queue/queue-page.tsx';
import { payments } from './payment-kind.ts';

/** W2: bank transfers that wait for their confirmation. */
export function Page() {
  return <QueuePage kind={payments} />;
}
