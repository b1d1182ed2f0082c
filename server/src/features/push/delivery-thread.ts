import { Worker } from 'node:worker_threads';
import type { PushConfig } from '../../config.ts';
import type { Delivery, DeliveryOutcome } from './deliver.ts';

const NO_ANSWER: DeliveryOutcome = { is: 'retry', status: undefined, afterMs: undefined };

/** Delivers in a thread of its own, which starts with the first message, and again after it failed. */
export function createDeliveryThread(config: PushConfig) {
  const waiting = new Map<number, (outcome: DeliveryOutcome) => void>();
  let thread: Worker | undefined;
  let sent = 0;

  function open(): Worker {
    const opened = new Worker(new URL('./deliver.main.ts', import.meta.url), {
      workerData: config,
      execArgv: [],
    });
    opened.unref();
    opened.on('message', ({ nth, outcome }: { nth: number; outcome: DeliveryOutcome }) => {
      waiting.get(nth)?.(outcome);
      waiting.delete(nth);
    });
    // Without a listener the error would end the server. The exit follows.
    opened.on('error', () => {});
    opened.on('exit', () => {
      thread = undefined;
      for (const resolve of waiting.values()) resolve(NO_ANSWER);
      waiting.clear();
    });
    return opened;
  }

  return {
    /** Never rejects. */
    send: (delivery: Delivery): Promise<DeliveryOutcome> =>
      new Promise((resolve) => {
        sent += 1;
        waiting.set(sent, resolve);
        thread ??= open();
        thread.postMessage({ nth: sent, delivery });
      }),
    close: () => void thread?.terminate(),
  };
}
