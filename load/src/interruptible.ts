/** The reason of a signal's abort when the user stops the run. */
export class Interrupted extends Error {}

/** Rejects with the signal's reason when the signal aborts; the result of `work` is then ignored. */
export function interruptible<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Returns a signal that aborts this long after another one. */
export function abortsAfter(signal: AbortSignal, delayMs: number): AbortSignal {
  const later = new AbortController();
  const start = () => {
    setTimeout(() => later.abort(new Error(`it took longer than ${delayMs / 1_000} s`)), delayMs).unref();
  };
  if (signal.aborted) start();
  else signal.addEventListener('abort', start, { once: true });
  return later.signal;
}
