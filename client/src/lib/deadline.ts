export interface Deadline {
  signal: AbortSignal;
  readonly hasPassed: boolean;
  clear(): void;
}

/** Aborts with the caller's signal or after the time. The oldest supported browsers lack `AbortSignal.any`. */
export function startDeadline(afterMs: number, caller: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  let hasPassed = false;
  const timer = setTimeout(() => {
    hasPassed = true;
    controller.abort();
  }, afterMs);
  const follow = () => controller.abort(caller?.reason);
  if (caller?.aborted) follow();
  caller?.addEventListener('abort', follow);
  return {
    signal: controller.signal,
    get hasPassed() {
      return hasPassed;
    },
    clear() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', follow);
    },
  };
}
