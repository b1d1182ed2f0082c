import type { LoadResult } from '../result.ts';
import { metricsOf } from './metrics.ts';

const TIMEOUT_MS = 10_000;
/** A run that was interrupted must end within 5 s. */
const INTERRUPTED_TIMEOUT_MS = 500;

const attributes = (values: Record<string, string>) =>
  Object.entries(values).map(([key, stringValue]) => ({ key, value: { stringValue } }));

/** Returns the body of an OTLP/HTTP request: gauges with the time at which the run ended. */
function toOtlp(result: LoadResult, endedAtMs: number): object {
  const nanoseconds = (ms: number) => `${BigInt(Math.round(ms)) * 1_000_000n}`;
  const times = {
    startTimeUnixNano: nanoseconds(Date.parse(result.startedAt)),
    timeUnixNano: nanoseconds(endedAtMs),
  };
  const metrics = metricsOf(result).map(({ name, help, points }) => ({
    name,
    description: help,
    unit: name.endsWith('_seconds') ? 's' : '1',
    gauge: {
      dataPoints: points.map(({ labels, value }) => ({
        ...times,
        asDouble: value,
        attributes: attributes(labels),
      })),
    },
  }));
  const resource = { 'service.name': 'copup-load', 'copup.load.scenario': result.scenario };
  const scopeMetrics = [{ scope: { name: 'copup-load' }, metrics }];
  return { resourceMetrics: [{ resource: { attributes: attributes(resource) }, scopeMetrics }] };
}

/** Sends a result to a collector. An address without a path gets the default one. Rejects unless it is accepted. */
export async function sendOtlp(address: string, result: LoadResult): Promise<void> {
  const url = new URL(address);
  if (url.pathname === '/') url.pathname = '/v1/metrics';
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(toOtlp(result, Date.now())),
    signal: AbortSignal.timeout(result.stopped ? INTERRUPTED_TIMEOUT_MS : TIMEOUT_MS),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}`);
  const { partialSuccess } = JSON.parse(text || '{}') as { partialSuccess?: { errorMessage?: string } };
  if (partialSuccess?.errorMessage)
    throw new Error(`${url} took a part only: ${partialSuccess.errorMessage}`);
}
