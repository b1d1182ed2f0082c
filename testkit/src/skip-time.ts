import { vi } from 'vitest';

/**
 * Moves `performance.now()` forward, as if this process had waited. Restore it with `vi.restoreAllMocks()`. Timers are
 * not moved.
 */
export function skipTime(ms: number): void {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + ms);
}
