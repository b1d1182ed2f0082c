import { requestWithHeaders } from '../../lib/api.ts';

/** One small request that anybody may make, and the time it took. */
export async function askServer(): Promise<{ tookMs: number; sentAtMs: number; date: string | null }> {
  const sentAtMs = Date.now();
  const startedAtMs = performance.now();
  const { headers } = await requestWithHeaders('/config', { timeoutMs: 5_000 });
  return { tookMs: performance.now() - startedAtMs, sentAtMs, date: headers.get('date') };
}
