import { setTimeout as pause } from 'node:timers/promises';

/** Repeats the assertion every 50 ms until it holds, for programs that run without Vitest. */
export async function until<Result>(
  assertion: () => Promise<Result> | Result,
  timeoutMs = 40_000,
): Promise<Result> {
  for (const start = performance.now(); ; ) {
    const attempt = performance.now();
    try {
      return await assertion();
    } catch (error) {
      if (performance.now() - start > timeoutMs) throw error;
    }
    await pause(Math.max(1, attempt + 50 - performance.now()));
  }
}
