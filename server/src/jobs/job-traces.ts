import { itemFacts, runTraced, type Span, type Tracer, tracer } from '../tracing.ts';

/** What a job is about, as it was scheduled. */
interface TracedJob {
  kind: string;
  id: string;
}

const factsOf = ({ kind, id }: TracedJob) => ({ 'job.kind': kind, ...itemFacts('job.about', id) });

/** Starts the span that ends when the job is stored in Redis; undefined unless its caller is traced. */
export function traceSchedule(job: TracedJob): Span | undefined {
  return tracer?.current()?.start(`schedule ${job.kind}`, factsOf(job));
}

/** Runs a job as a trace of its own that links to where it was scheduled. */
export function runAsTrace<Result>(
  by: Tracer,
  job: TracedJob & { trace?: readonly string[] | undefined; lateMs: number },
  work: () => Promise<Result>,
): Promise<Result> {
  const span = by.linkedRoot(`job ${job.kind}`, job.trace ?? [], {
    ...factsOf(job),
    'job.late_ms': job.lateMs,
  });
  return span ? runTraced(span, work) : by.run(undefined, work);
}
