import { itemFacts, type Span, type Tracer } from '../tracing.ts';
import type { Lane, Waiting } from './lane.ts';

/** The traces of a waiting command: the span of its caller, and the span of its wait below it. */
export interface CommandTrace {
  readonly caller: Span;
  readonly queue: Span;
}

/** Starts the span `queue` of a command; undefined unless its caller is traced. */
export function traceQueued(by: Tracer, lane: Lane): CommandTrace | undefined {
  const caller = by.current();
  if (!caller) return undefined;
  const facts = { 'lane.name': lane.of.kind.name, ...itemFacts('lane.key', lane.key) };
  return { caller, queue: caller.start('queue', facts) };
}

/**
 * Decides a batch as one span with a link to each of its commands. The transaction, its commit and the broadcast are
 * recorded below it, and below the caller of each command.
 */
export async function traceBatch(
  by: Tracer,
  lane: Lane,
  batch: readonly Waiting[],
  decide: () => Promise<void>,
): Promise<void> {
  const traces = batch.flatMap(({ trace }) => trace ?? []);
  const span = by.shared(
    'batch',
    traces.map(({ caller }) => caller),
    {
      'lane.name': lane.of.kind.name,
      ...itemFacts('lane.key', lane.key),
      'batch.commands': batch.length,
    },
  );
  const [traceId, spanId] = span?.contexts()[0]?.split('-').slice(1) ?? [];
  for (const { queue } of traces) {
    queue.add({ 'batch.trace_id': traceId ?? '', 'batch.span_id': spanId ?? '' });
    queue.end();
  }
  await by.run(span, decide);
  span?.end();
}
