import { parentPort, workerData } from 'node:worker_threads';
import type { PushConfig } from '../../config.ts';
import { createDelivery, type Delivery } from './deliver.ts';

/** A thread that encrypts and sends, so that a broadcast does not delay the bids of its process. */
const deliver = createDelivery(workerData as PushConfig);
parentPort?.on('message', ({ nth, delivery }: { nth: number; delivery: Delivery }) => {
  void deliver(delivery).then((outcome) => parentPort?.postMessage({ nth, outcome }));
});
