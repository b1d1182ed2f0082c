import {
  type Attributes,
  type Span as OtelSpan,
  type Tracer as OtelTracer,
  ROOT_CONTEXT,
  type SpanContext,
  type SpanOptions,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { Refusal } from '../errors.ts';
import type { Span, SpanFacts } from '../tracing.ts';

/** A message carries at most this many trace contexts; the trace of the shared work is the first. */
const MAX_CONTEXTS = 8;

/** The spans that record one piece of work. */
export interface Opened {
  /** Those that this work ends. */
  spans: readonly OtelSpan[];
  /** Those below which its parts are recorded. The first is that of the work itself. */
  parents: readonly SpanContext[];
}

/** A span for the code, recorded as one span in each trace that it serves. */
export class WorkSpan implements Span {
  readonly #tracer: OtelTracer;
  readonly #open: () => Opened;
  #opened: Opened | undefined;
  #hasEnded = false;

  /** `open` is called with the first part of the work, or at once by `opened`. */
  constructor(tracer: OtelTracer, open: () => Opened) {
    this.#tracer = tracer;
    this.#open = open;
  }

  get opened(): Opened {
    this.#opened ??= this.#open();
    return this.#opened;
  }

  start(name: string, facts: SpanFacts = {}): WorkSpan {
    return startBelow(this.#tracer, this.opened.parents, name, facts);
  }

  startLazily(name: string, facts: SpanFacts = {}): WorkSpan {
    if (this.#opened) return this.start(name, facts);
    const startTime = Date.now();
    return new WorkSpan(
      this.#tracer,
      () => startBelow(this.#tracer, this.opened.parents, name, facts, { startTime }).opened,
    );
  }

  add(facts: SpanFacts): void {
    if (this.#hasEnded || !this.#opened) return;
    for (const span of this.#opened.spans) span.setAttributes(toAttributes(facts));
  }

  end(failure?: unknown): void {
    if (this.#hasEnded) return;
    if (failure !== undefined && this.opened) this.#fail(failure);
    this.#hasEnded = true;
    for (const span of this.#opened?.spans ?? []) span.end();
  }

  contexts(): string[] {
    return this.opened.parents
      .filter(isSampled)
      .slice(0, MAX_CONTEXTS)
      .map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`);
  }

  /** Notes what kind of error it was, but not its text, which may hold what a person entered. */
  #fail(failure: unknown): void {
    this.add({
      'error.type':
        failure instanceof Refusal ? failure.code : failure instanceof Error ? failure.name : 'error',
    });
    if (failure instanceof Refusal && failure.statusCode < 500) return;
    for (const span of this.#opened?.spans ?? []) span.setStatus({ code: SpanStatusCode.ERROR });
  }
}

/** Starts one span below each of these. All but the first link to the first. */
export function startBelow(
  tracer: OtelTracer,
  parents: readonly SpanContext[],
  name: string,
  facts: SpanFacts,
  options: Pick<SpanOptions, 'kind' | 'startTime'> = {},
): WorkSpan {
  const spans: OtelSpan[] = [];
  for (const parent of parents) {
    const shared = spans[0]?.spanContext();
    spans.push(
      tracer.startSpan(
        name,
        {
          ...options,
          attributes: toAttributes(shared ? { ...facts, 'batch.trace_id': shared.traceId } : facts),
          links: shared ? [{ context: shared }] : [],
        },
        trace.setSpanContext(ROOT_CONTEXT, parent),
      ),
    );
  }
  return openedSpan(tracer, { spans, parents: spans.map((span) => span.spanContext()) });
}

export function openedSpan(tracer: OtelTracer, opened: Opened): WorkSpan {
  const span = new WorkSpan(tracer, () => opened);
  // Reading opens it: it has started already.
  return span.opened && span;
}

const isSampled = ({ traceFlags }: SpanContext): boolean => (traceFlags & TraceFlags.SAMPLED) !== 0;

export function toAttributes(facts: SpanFacts): Attributes {
  return facts as Attributes;
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/;

/** Reads trace contexts of a message; others than sampled ones in the W3C format are ignored. */
export function readContexts(contexts: readonly unknown[]): SpanContext[] {
  return contexts.slice(0, MAX_CONTEXTS).flatMap((text) => {
    const [, traceId, spanId] = (typeof text === 'string' && TRACEPARENT.exec(text)) || [];
    if (!traceId || !spanId) return [];
    return [{ traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true }];
  });
}
