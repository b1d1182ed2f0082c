/** Returns the CPU time of this process so far, and its memory after a garbage collection if requested. */
export function readUsage({ collects }: { collects: boolean }) {
  if (collects) for (let at = 0; at < 3; at += 1) globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  const { rss: rssBytes, heapUsed, external } = process.memoryUsage();
  return { cpuUs: user + system, rssBytes, heapBytes: heapUsed + external };
}

/** Epoch milliseconds of this machine, with fractions. */
export const nowMs = (): number => performance.timeOrigin + performance.now();
