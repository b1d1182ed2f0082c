import { AsyncLocalStorage } from 'node:async_hooks';
import { type Tracer as OtelTracer, ROOT_CONTEXT, SpanKind, type SpanOptions } from '@opentelemetry/api';
import type { Span, SpanFacts, Tracer } from '../tracing.ts';
import { type Opened, openedSpan, readContexts, startBelow, toAttributes, WorkSpan } from './work-span.ts';

export interface OtelTracerOptions {
  /** Samples new traces. */
  sampling: OtelTracer;
  /** Records each trace: for work that is shared by sampled traces. */
  always: OtelTracer;
  close: () => Promise<void>;
}

const kinds = { server: SpanKind.SERVER, internal: SpanKind.INTERNAL };

/** Creates the tracer that records with OpenTelemetry. */
export function createOtelTracer({ sampling, always, close }: OtelTracerOptions): Tracer {
  const current = new AsyncLocalStorage<Span | undefined>();

  const openRoot = (name: string, facts: SpanFacts, options: SpanOptions): Opened => {
    const span = sampling.startSpan(name, { ...options, attributes: toAttributes(facts) }, ROOT_CONTEXT);
    return { spans: [span], parents: [span.spanContext()] };
  };
  const sampled = (opened: Opened): WorkSpan | undefined =>
    opened.spans[0]?.isRecording() ? openedSpan(sampling, opened) : undefined;

  return {
    current: () => current.getStore(),
    run: (span, work) => current.run(span, work),
    root: (kind, name, facts = {}) => sampled(openRoot(name, facts, { kind: kinds[kind] })),
    lazyRoot: (name, facts = {}) => {
      const startTime = Date.now();
      return new WorkSpan(sampling, () => openRoot(name, facts, { startTime }));
    },
    linkedRoot: (name, contexts, facts = {}) => {
      const links = readContexts(contexts).map((context) => ({ context }));
      return sampled(openRoot(name, facts, { kind: SpanKind.CONSUMER, links }));
    },
    continued: (name, contexts, facts = {}) => {
      const parents = readContexts(contexts);
      return parents.length === 0
        ? undefined
        : startBelow(sampling, parents, name, facts, { kind: SpanKind.CONSUMER });
    },
    shared: (name, callers, facts = {}, isLazy = false) => {
      if (callers.length === 0) return undefined;
      const lazily = isLazy ? { startTime: Date.now() } : {};
      const open = (): Opened => {
        const served = callers.flatMap((caller) => (caller as WorkSpan).opened.parents);
        const links = served.map((context) => ({ context }));
        const own = always.startSpan(
          name,
          { ...lazily, attributes: toAttributes({ ...facts, 'batch.traces': served.length }), links },
          ROOT_CONTEXT,
        );
        return { spans: [own], parents: [own.spanContext(), ...served] };
      };
      return isLazy ? new WorkSpan(sampling, open) : openedSpan(sampling, open());
    },
    close,
  };
}
