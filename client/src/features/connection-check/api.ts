import { requestWithHeaders } from '../../lib/api.ts';

/** Sends one small public request and returns its duration. */
export async function pingServer(): Promise<{ tookMs: number; sentAtMs: number; date: string | null }> {
  const sentAtMs = Date.now();
  const startedAtMs = performance.now();
  const { headers } = await requestWithHeaders('/config', { timeoutMs: 5_000 });
  return { tookMs: performance.now() - startedAtMs, sentAtMs, date: headers.get('date') };
}
