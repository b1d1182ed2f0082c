import { QueuePage } from '../../../console/queue/queue-page.tsx';
import { trades } from './trade-kind.ts';

/** W4: trades with the buyers' screenshots. */
export function Page() {
  return <QueuePage kind={trades} />;
}
