import { QueuePage } from '../../../console/queue/queue-page.tsx';
import { payouts } from './payout-kind.tsx';

/** W3: payouts to approve and to pay. */
export function Page() {
  return <QueuePage kind={payouts} />;
}
