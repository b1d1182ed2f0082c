import { DiagLogLevel, diag } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { TracingConfig } from '../config.ts';
import { withDeadline } from '../deadline.ts';
import type { Tracer } from '../tracing.ts';
import { createOtelTracer } from './otel-tracer.ts';
import { ReportingExporter } from './reporting-exporter.ts';

/** A collector that does not answer delays the end of the process by this much at most. */
const CLOSE_WITHIN_MS = 3_000;
/** More spans than this that wait to be sent are dropped. */
const MAX_WAITING_SPANS = 8_192;
const SPANS_PER_EXPORT = 512;
const LINKS_PER_SPAN = 256;

const NAME = 'copup';

/** Starts to record traces and to send them to the collector. It never makes its caller wait for the collector. */
export function startTracing(config: TracingConfig, log: Pick<Logger, 'info' | 'warn'>): Tracer {
  diag.setLogger(
    {
      error: () => {},
      warn: (text) => log.warn(`OpenTelemetry: ${text}`),
      info: () => {},
      debug: () => {},
      verbose: () => {},
    },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const url = tracesUrl(config.endpoint);
  // Headers, timeout, compression and certificates are read by the exporter from the standard variables.
  const exporter = new ReportingExporter(new OTLPTraceExporter({ url: url.href }), url, log);
  const processor = new BatchSpanProcessor({
    exporter,
    maxQueueSize: MAX_WAITING_SPANS,
    maxExportBatchSize: SPANS_PER_EXPORT,
    scheduledDelayMillis: config.exportEveryMs,
  });
  const resource = defaultResource()
    .merge(detectResources({ detectors: [serviceInstanceIdDetector, resourceAttributesEnvDetector] }))
    .merge(resourceFromAttributes({ 'service.name': config.serviceName }));
  const provide = (root: Sampler) =>
    new TracerProvider({
      resource,
      sampler: new ParentBasedSampler({ root }),
      spanProcessors: [processor],
      spanLimits: { linkCountLimit: LINKS_PER_SPAN },
    }).getTracer(NAME);
  log.info(`traces are exported to ${url.origin}${url.pathname}`);
  return createOtelTracer({
    sampling: provide(samplerOf(config)),
    always: provide(new AlwaysOnSampler()),
    close: () =>
      withDeadline(
        processor.shutdown().catch(() => {}),
        CLOSE_WITHIN_MS,
        () => log.warn('OpenTelemetry: the last spans were not sent in time and are lost'),
      ),
  });
}

/** The endpoint is the base of all signals; traces have a path of their own below it. */
function tracesUrl(endpoint: string): URL {
  const url = new URL(endpoint);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/traces`;
  return url;
}

function samplerOf({ sampler, sampledShare }: TracingConfig): Sampler {
  // The parents of spans are always of this product, so samplers with and without `parentbased` do the same.
  const name = sampler.replace('parentbased_', '');
  if (name === 'always_off') return new AlwaysOffSampler();
  return name === 'traceidratio' ? new TraceIdRatioBasedSampler(sampledShare) : new AlwaysOnSampler();
}
