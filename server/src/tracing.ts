/** What is written about a span: names and counts from the code, ids of items. Never an id or an input of a person. */
export type SpanFacts = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/**
 * One piece of traced work. Work that serves several traces, such as a batch of bids, is one span for the code and is
 * recorded in each of them.
 */
export interface Span {
  /** Starts a span below this one. */
  start(name: string, facts?: SpanFacts): Span;
  /** The same, but below a span that is not recorded yet, it is not recorded either before something below it is. */
  startLazily(name: string, facts?: SpanFacts): Span;
  add(facts: SpanFacts): void;
  /** Only the first end counts. A refusal is noted by its code, any other failure marks the span as failed. */
  end(failure?: unknown): void;
  /** The trace contexts that a message of this work carries to other servers (W3C `traceparent`). */
  contexts(): string[];
}

/** Records traces and sends them to a collector. */
export interface Tracer {
  /** The span of the work that the caller is part of. */
  current(): Span | undefined;
  /** Runs work whose current span is this one. Without a span, the work is not part of the caller's trace. */
  run<Result>(span: Span | undefined, work: () => Result): Result;
  /** Starts a trace; undefined for one that is not sampled. */
  root(kind: 'server' | 'internal', name: string, facts?: SpanFacts): Span | undefined;
  /** Returns a span that is recorded with the first span below it, or when it fails: most sweeps find nothing to do. */
  lazyRoot(name: string, facts?: SpanFacts): Span;
  /** Starts a trace that links to where its work was scheduled, often hours earlier. */
  linkedRoot(name: string, contexts: readonly string[], facts?: SpanFacts): Span | undefined;
  /** Continues the traces of a message of another server; undefined if it carried none. */
  continued(name: string, contexts: readonly string[], facts?: SpanFacts): Span | undefined;
  /**
   * Starts a trace of work that is done for all these spans, with a link to each. What is started below it is also
   * recorded below them. Undefined when there are none; `isLazy` as in `lazyRoot`.
   */
  shared(name: string, callers: readonly Span[], facts?: SpanFacts, isLazy?: boolean): Span | undefined;
  /** Sends what is recorded, within a few seconds. Never rejects. */
  close(): Promise<void>;
}

/**
 * The tracer of this process. It is undefined unless traces are exported: then neither the SDK nor the exporter is loaded,
 * and a caller's `tracer?.…` costs one comparison and allocates nothing.
 */
export let tracer: Tracer | undefined;

/** Sets the tracer. Call it once at start, before requests are served. */
export function setTracer(given: Tracer | undefined): void {
  tracer = given;
}

/** Settles like the work, and ends the span with it. */
export async function endWith<Result>(span: Span, work: Promise<Result>): Promise<Result> {
  let failure: unknown;
  try {
    return await work;
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    span.end(failure);
  }
}

/** Runs work as the span, and ends the span with it. Call it only while there is a tracer. */
export function runTraced<Result>(span: Span, work: () => Promise<Result>): Promise<Result> {
  return tracer ? endWith(span, tracer.run(span, work)) : work();
}

const ITEM_ID = /^\d{1,15}$/;

/** Returns the id as a fact when it is an item's number. Ids of persons are UUIDs and are left out. */
export function itemFacts(name: string, id: string): SpanFacts {
  return ITEM_ID.test(id) ? { [name]: id } : {};
}
